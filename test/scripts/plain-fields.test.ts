import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { withPlainFields } from "../../scripts/build/plain-fields.ts";

/** As the bundler finds it. */
const PARSER = createRequire(import.meta.url)
	.resolve("markdown-it")
	.replace("markdown-it.cjs.js", "markdown-it.mjs");

test("fields of the parser's objects are assigned", async () => {
	const source = await readFile(PARSER, "utf8");

	const plain = withPlainFields(source);

	expect(plain).toContain("this.children = (");
	expect(plain).not.toMatch(/_defineProperty\(\s*this\b/);
});

test("a parser that is compiled in another way fails the build", () => {
	expect(() => withPlainFields("class Token { map = null; }")).toThrow("must be defined");
});
