import { expect, test } from "vitest";
import { isNotModified, weakETag } from "../../../src/server/http/conditional.ts";

test("equal bodies have equal validators, others do not", () => {
	expect(weakETag("a")).toBe(weakETag(Buffer.from("a")));
	expect(weakETag("a")).not.toBe(weakETag("b"));
	expect(weakETag("a")).toMatch(/^W\/"[\w-]{27}"$/);
});

test.each([
	[undefined, false],
	["*", true],
	['W/"a"', true],
	['"a"', true],
	['"b", W/"a"', true],
	['"b"', false],
	["", false],
])("If-None-Match: %s matches the validator: %s", (ifNoneMatch, expected) => {
	expect(isNotModified(ifNoneMatch, 'W/"a"')).toBe(expected);
});
