import { expect, test } from "vitest";
import { packBody, unpackBody, unpackBytes } from "../../../../src/server/content/pages/page.ts";

test.each([
	["nothing", ""],
	["a word", "word"],
	["letters of three bytes", "語".repeat(20_000)],
	["letters of four bytes", "😀".repeat(20_000)],
	["a hundred kilobytes", "line\n".repeat(20_000)],
])("a body of %s is the same once it is unpacked", (_, text) => {
	const packed = packBody(text, []);

	expect(unpackBody(packed).literals).toEqual([text]);
	expect(unpackBytes(packed).toString()).toBe(text);
});

test("an unpacked body takes the memory of its text once", () => {
	const text = "A line of a page.\n".repeat(5000);

	expect(unpackBytes(packBody(text, [])).buffer.byteLength).toBeLessThan(text.length + 100);
});

test("a body stays as it is when others are packed after it", () => {
	const first = packBody("first", []);
	packBody("other", []);

	expect(unpackBody(first).literals).toEqual(["first"]);
});
