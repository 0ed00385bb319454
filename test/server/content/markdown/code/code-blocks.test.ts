import { expect, test, vi } from "vitest";
import {
	markLines,
	parseInfoString,
} from "../../../../../src/server/content/markdown/code/code-blocks.ts";
import { highlightCode } from "../../../../../src/server/content/markdown/code/highlight-code.ts";
import { readRows } from "../../../../support/read-fixture.ts";

test("a title in the first place is no language", () => {
	expect(parseInfoString('title="Content tabs"')).toMatchObject({
		language: "",
		fileName: "Content tabs",
	});
});

test.each(
	readRows<string>("content/code.yaml", "languages"),
)("the language %s is highlighted", (language) => {
	expect(highlightCode('key = "value" # 1\n<a href="b">', language)).toBeDefined();
});

test("very long code is shown plain", () => {
	expect(highlightCode("let a;\n".repeat(50_000), "js")).toBeUndefined();
});

test.each([
	["jsx", "const a = <b>1</b>;", "hljs-tag"],
	["html", "<style>a { color: red }</style>", "hljs-attribute"],
	["console", "$ echo $HOME", "hljs-built_in"],
	["http", 'GET / HTTP/1.1\n\n{"a": 1}', "hljs-attr"],
])("what stands within %s is highlighted, whichever pages came before", async (language, code, name) => {
	// Grammars are loaded once for each module: this one has loaded none.
	vi.resetModules();
	const fresh = await import("../../../../../src/server/content/markdown/code/highlight-code.ts");

	expect(fresh.highlightCode(code, language)).toContain(name);
});

test.each(
	readRows<[info: string, understood: object]>("content/code.yaml", "info_strings"),
)("the info string %j is understood", (info, expected) => {
	const { lines, ...rest } = parseInfoString(info);

	expect({ ...rest, lines: [...lines] }).toMatchObject(expected);
});

test("a span over several lines is closed and opened again on each", () => {
	const html = '<span class="a">one\n<span class="b">two</span></span>\nthree\n';

	expect(markLines(html, new Map([[2, "marked"]]))).toBe(
		[
			'<span class="line"><span class="a">one</span></span>',
			'<span class="line marked"><span class="a"><span class="b">two</span></span></span>',
			'<span class="line">three</span>',
			"",
		].join("\n"),
	);
});
