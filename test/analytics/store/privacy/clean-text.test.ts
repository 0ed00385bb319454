import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText } from "../../../../src/analytics/store/privacy/clean-text.ts";
import { cpuMs } from "../../../support/cpu-ms.ts";

const CASES: Readonly<Record<string, string | undefined>> = {
	"https://a.example/x?secret=1": "https://a.example/x",
	"https://a.example/x?secret=1&page=2&utm_source=n": "https://a.example/x?page=2&utm_source=n",
	"https://a.example?page=2": "https://a.example?page=2",
	"https://a.example/#access_token=abc": "https://a.example/",
	"https://a.example/x?secret=1#part": "https://a.example/x#part",
	"https://ünï.example/straße?page=ä": "https://ünï.example/straße?page=ä",
	"/x?secret=1": "/x",
	"?secret=1&page=3": "?page=3",
	'a.btn:attr__href="/x?secret=1"nth-child="2"': 'a.btn:attr__href="/x"nth-child="2"',
	"see https://a.example/?secret=1 and /y?secret=2 there": "see https://a.example/ and /y there",
	"mailto:a@b.example?subject=secret": "mailto:(removed)",
	"Really? Yes!": "Really? Yes!",
	"C# or F#": "C# or F#",
	"at 12:30:45, 50 % off; price=3": "at 12:30:45, 50 % off; price=3",
	"page=2&secret=1": "page=2",
	"203.0.113.77, 10.0.0.1": "(removed), (removed)",
	"from [2001:db8::7]:443": "from [(removed)]:443",
	"::ffff:203.0.113.7": "(removed)",
	"fe80::1": "(removed)",
	"203.0.113.7:8080": "(removed)",
	"/lookup/203.0.113.7": "/lookup/(removed)",
	"http://192.168.1.5:8080/docs": "http://192.168.1.5:8080/docs",
	"Chrome/156.0.0.0 and 1.2.3": "Chrome/156.0.0.0 and 1.2.3",
	"Mozilla/5.0 (X11; Linux x86_64) Anything/1": undefined,
	"https://a.example/users/jo@b.example/edit": "https://a.example/users/(removed)/edit",
	"/@scope/pkg@1.2.3": "/@scope/pkg@1.2.3",
};

for (const [text, expected] of Object.entries(CASES)) {
	test(`${text} becomes ${expected}`, () => {
		expect(cleanText(text, isKept)).toBe(expected);
	});
}

describe("a secret does not survive", () => {
	const spellings: Readonly<Record<string, string>> = {
		"behind a backtick": "https://a.example/x?page=2`&token=s3cret",
		"behind a backslash": "https://a.example/x?page=2\\&token=s3cret",
		"behind a backslash in the path": "https://a.example\\x?token=s3cret",
		"behind a second question mark": "https://a.example/x?page=2?token=s3cret",
		"behind a semicolon": "https://a.example/x?page=2;token=s3cret",
		"as a parameter of the path": "https://a.example/x;jsessionid=s3cret",
		"behind an encoded ampersand": "https://a.example/x?page=2%26token=s3cret",
		"behind one that is encoded twice": "https://a.example/x?page=2%2526token=s3cret",
		"behind an encoded question mark": "https://a.example/x%3Ftoken=s3cret",
		"as user and password": "https://jo:s3cret@a.example/x",
		"in a URL that is encoded": "https%3A%2F%2Fa.example%2Fx%3Ftoken%3Ds3cret",
		"in a URL within a parameter": "https://a.example/?page=https://b.example/?token=s3cret",
		"in an odd scheme": "HTTPS:\\\\a.example?token=s3cret",
		"without slashes": "https:a.example/x?token=s3cret",
		"of an app": "capacitor://localhost/x?token=s3cret",
		"without a scheme": "a.example/x?token=s3cret",
		"in a fragment with a route": "https://a.example/#/x?token=s3cret",
		"in a fragment behind an ampersand": "https://a.example/#x&s3cret",
		"in two URLs that touch": "https://a.example/,https://a.example/?token=s3cret",
		"in Markdown": "[x](https://a.example/?token=s3cret)",
		"as a mail address that is kept": "https://a.example/?page=s3cret%40b.example",
	};
	for (const [name, text] of Object.entries(spellings)) {
		test(name, () => {
			expect(cleanText(text, isKept)).not.toContain("s3cret");
			expect(cleanText(`before "${text}" behind`, isKept)).not.toContain("s3cret");
		});
	}
});

test("a value of a parameter that is not kept never survives in a URL", () => {
	const parameter = fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => !isKept(name));
	const mark = fc.constantFrom("&", ";", "?", "%26", "`&", "\\&", "&amp;");

	fc.assert(
		fc.property(fc.webUrl({ withFragments: true }), parameter, mark, (url, name, between) => {
			const withSecret = `${url.split(/[?#]/)[0]}?a=1${between}${name}=s3cret&page=2`;
			expect(cleanText(`before ${withSecret} behind`, isKept)).not.toContain("s3cret");
		}),
	);
});

test("what has been cleaned stays as it is", () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
			(text) => {
				const cleaned = cleanText(text, isKept) ?? "";
				expect(cleanText(cleaned, isKept) ?? "").toBe(cleaned);
			},
		),
		{ numRuns: 500 },
	);
});

test("a megabyte of marks takes no longer than it should", async () => {
	const marks = '? /? ?a "a": a=" "?a  #/ / : 1. ::1 %26 a: http: =& @a.'.split(" ");

	const usedMs = await cpuMs(() => {
		for (const hostile of marks) cleanText(hostile.repeat(300_000), isKept);
	});

	expect(usedMs).toBeLessThan(5_000);
});

function isKept(name: string): boolean {
	return name === "page" || name.startsWith("utm_");
}
