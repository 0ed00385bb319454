import { expect, test } from "vitest";
import { decodeBody } from "../../../src/analytics/http/decode-body.ts";
import { withoutNonFinite } from "../../../src/analytics/http/finite-json.ts";

test.each([
	['{"a":NaN,"b":[Infinity,-Infinity]}', '{"a":null,"b":[null,null]}'],
	['{"NaN":"Infinity","a":NaN}', '{"NaN":"Infinity","a":null}'],
	['{"a":"\\"NaN","b":NaN}', '{"a":"\\"NaN","b":null}'],
	['{"a":"\\\\","b":NaN}', '{"a":"\\\\","b":null}'],
	['{"a":NaN,"b":"open', '{"a":null,"b":"open'],
])("numbers that JSON does not have become null, outside of strings: %s", (given, expected) => {
	expect(withoutNonFinite(given)).toBe(expected);
});

test("a text without such numbers is left alone", () => {
	expect(withoutNonFinite('{"a":1}')).toBeUndefined();
	expect(withoutNonFinite('["NaN","-Infinity"]')).toBeUndefined();
});

test("a long text is read as a short one is", () => {
	const long = `["${"NaN ".repeat(500_000)}",NaN]`;

	expect(withoutNonFinite(long)).toBe(long.replace(/NaN]$/, "null]"));
});

test("a body with such a number is decoded", () => {
	const body = Buffer.from('{"distinct_id":"a","person_properties":{"score":NaN}}');
	const request = {
		body,
		contentType: undefined,
		contentEncoding: undefined,
		maxJsonBytes: 1_000,
	};

	expect(decodeBody(request)).toMatchObject({
		kind: "value",
		value: { person_properties: { score: null } },
	});
});
