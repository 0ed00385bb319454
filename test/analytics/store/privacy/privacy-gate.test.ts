import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPrivacyGate } from "../../../../src/analytics/store/privacy/privacy-gate.ts";

const gate = createPrivacyGate(["page"]);

test("the host of a page stays, also where a site has an address alone", () => {
	const hosts = {
		$host: "192.168.1.5:8080",
		$initial_host: "[2001:db8::7]:443",
		$session_entry_host: "docs.example",
	};

	expect(gate.properties(hosts)).toEqual(hosts);
});

test("an address stays nowhere else, and a host is no way around that", () => {
	const stored = gate.properties({
		$host: "from 203.0.113.7",
		host: "203.0.113.7",
		$last_seen_from: "203.0.113.7",
	});

	expect(JSON.stringify(stored)).not.toContain("203.0");
});

describe("values under a secret's name are not stored", () => {
	const SECRETS = [
		"api key,secret,client secret,private key,access token,token,auth token,password,passwort",
		"passwd,pwd,passphrase,kennwort,mot de passe,contraseña,senha,wachtwoord,credentials,jwt,otp",
		"credit card,card number,kreditkarte,cvv,cvc,iban,ssn,social security number,pin,session token",
		"account number,authorization,set cookie,signing key,passport number,bearer,hasło,пароль",
	]
		.join()
		.split(",")
		.map((name) => name.split(" "));
	const SPELLINGS: readonly ((words: readonly string[]) => string)[] = [
		(words) => words.join(" "),
		(words) => words.join("_"),
		(words) => words.join("-"),
		(words) => words.join("."),
		(words) => words.join(words.includes("pin") ? "_" : ""),
		(words) => words.join("_").toUpperCase(),
		(words) => words.map(capitalized).join(""),
		(words) => words.map((word, index) => (index === 0 ? word : capitalized(word))).join(""),
		(words) => words.map(capitalized).join(" "),
	];
	const names = fc
		.tuple(
			fc.constantFrom([], ["user"], ["my"], ["stripe"]),
			fc.constantFrom(...SECRETS),
			fc.constantFrom(...SPELLINGS),
			fc.constantFrom("", "$", "initial_", "$set_"),
		)
		.map(([before, secret, spell, prefix]) => prefix + spell([...before, ...secret]));
	const values = fc.constantFrom<unknown>("s3cret", ["s3cret"], { deep: "s3cret" });

	test("as properties, in objects, and in JSON and assignments inside texts", () => {
		fc.assert(
			fc.property(names, values, (name, value) => {
				const stored = gate.properties({
					[name]: value,
					list: [{ [name]: value }],
					json: JSON.stringify({ before: 1, [name]: value }),
					text: `${name.replaceAll(" ", "_")}=s3cret is wrong`,
					quoted: `a:attr__data-${name.replaceAll(/[ $]/g, "_")}="s3cret"nth-child="1"`,
				});
				expect(JSON.stringify(stored)).not.toContain("3cret");
			}),
			{ numRuns: 1_000 },
		);
	});

	test.each([
		...["$session_id", "$group_key", "$device_id", "key", "tokenizer", "secretary", "author"],
		...["$feature/password-form", "auth_method", "pinned", "mapping", "passenger", "card_type"],
	])("%s is a name like any other", (name) => {
		expect(gate.properties({ [name]: "value" })).toEqual({ [name]: "value" });
	});

	test("switches and counts stay", () => {
		const properties = { has_password: true, $ai_input_tokens: 512 };

		expect(gate.properties(properties)).toEqual(properties);
		expect(gate.properties({ pin: 1234, credit_card: 4111111111111111 })).toEqual({});
	});
});

describe("mail addresses are not stored", () => {
	const addresses = fc.emailAddress({ size: "small" }).filter((text) => !/['"]|\/@/.test(text));
	const texts = addresses.chain((address) =>
		fc
			.constantFrom(
				address,
				`No user ${address} here`,
				`<${address}>`,
				`email:${address},`,
				`"${address}"`,
				encodeURIComponent(address),
			)
			.map((text) => ({ address, text })),
	);

	test("as names, and in what pages show and errors say", () => {
		fc.assert(
			fc.property(texts, ({ address, text }) => {
				const event = gate.event({
					...EVENT,
					event: text,
					properties: {
						[text]: 1,
						deep: { [text]: 1 },
						note: `see ${text}`,
						$exception_message: text,
						$exception_list: [{ value: text, stacktrace: { frames: [{ filename: text }] } }],
						$el_text: text,
						$elements: [{ $el_text: text, attr__title: text }],
						$elements_chain: `a:attr__title="${text}"nth-child="1"text="${text}"`,
						$selected_content: text,
					},
					personChange: { set: { [text]: 1 }, setOnce: { [text]: 1 }, unset: [text] },
				});
				const stored = JSON.stringify(event).toLowerCase();
				expect(stored).not.toContain(address.toLowerCase());
				expect(stored).not.toContain(encodeURIComponent(address).toLowerCase());
			}),
		);
	});

	test("unless the operator's program sends one as the value of its own property", () => {
		const properties = { email: "jo@b.example", invited: ["jo@b.example"] };

		expect(gate.properties(properties)).toEqual(properties);
	});
});

test("what follows a literal mark in a query string is not stored", () => {
	const mark = fc.constantFrom("'", '"', " ", "<", ">", "' ", "\t");
	const start = fc.constantFrom("https://a.example/x?", "/x?", "?", "x?", "/x#", "//a.example?");
	const parameters = fc.constantFrom("token=a", "q=jo", "page=2", "page=2&token=a", "a");
	const place = fc.constantFrom(
		(url: string) => url,
		(url: string) => ` ${url}`,
		(url: string) => (/[\s"]/.test(url) ? url : `see "${url}"`),
		(url: string) => (/[\s']/.test(url) ? url : `see '${url}'`),
		(url: string) => (/\s/.test(url) ? url : `at f (${url}:1:2) there`),
	);
	fc.assert(
		fc.property(start, parameters, mark, place, (url, query, literal, put) => {
			const text = put(`${url}${query}${literal}s3cret${literal}s3cret`);
			const stored = gate.properties({ $current_url: text, [text]: 1, list: [text] });
			expect(JSON.stringify(stored)).not.toContain("s3cret");
		}),
		{ numRuns: 1_000 },
	);
});

const EVENT = {
	uuid: "0199c0de-8f2a-7000-8000-0123456789ab",
	event: "x",
	distinctId: "jo",
	timestamp: 0,
	receivedAt: 0,
	properties: {},
	personChange: undefined,
	person: undefined,
	groups: [],
	bot: undefined,
	visit: undefined,
};

function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
