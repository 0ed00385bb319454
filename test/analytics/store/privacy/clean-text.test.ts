import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText } from "../../../../src/analytics/store/privacy/clean-text.ts";
import { cpuMs } from "../../../support/cpu-ms.ts";
import { readFixture } from "../../../support/read-fixture.ts";

const CASES: Readonly<Record<string, string | null>> = readFixture<string | null>(
	"analytics/clean-texts.yaml",
);

for (const [text, expected] of Object.entries(CASES)) {
	test(`${text} becomes ${expected}`, () => {
		expect(cleanText(text, isKept) ?? null).toBe(expected);
	});
}

describe("a secret does not survive", () => {
	const spellings: Readonly<Record<string, string>> = readFixture<string>("hostile/secrets.yaml");
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

test("ten times as many marks take no more than thirty times as long", async () => {
	const marks = '? /? ?a "a": a=" "?a  #/ / : 1. ::1 %26 a: http: =& @a.'.split(" ");

	const timeOf = (count: number): Promise<number> =>
		cpuMs(() => {
			for (const hostile of marks) cleanText(hostile.repeat(count), isKept);
		});

	const few = await timeOf(10_000);
	const many = await timeOf(100_000);

	// What takes the square of its length takes a hundred times as long.
	expect(many / few).toBeLessThan(30);
});

function isKept(name: string): boolean {
	return name === "page" || name.startsWith("utm_");
}
