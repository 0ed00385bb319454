import { expect, test } from "vitest";
import { packBody, unpackBody } from "../../../../src/server/content/pages/packed-body.ts";

test.each([
	["a word", "word"],
	["letters of three bytes", "語".repeat(20_000)],
	["letters of four bytes", "😀".repeat(20_000)],
	["a hundred kilobytes", "line\n".repeat(20_000)],
])("a body of %s is the same once it is unpacked", (_, text) => {
	expect(unpackBody(packBody(text, [])).literals).toEqual([text]);
});

test("a body stays as it is when others are packed after it", () => {
	const first = packBody("first", []);
	packBody("other", []);

	expect(unpackBody(first).literals).toEqual(["first"]);
});
