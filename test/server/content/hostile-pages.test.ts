import { expect, test } from "vitest";
import { cpuMs } from "../../support/cpu-ms.ts";
import { htmlOf, revisionOf } from "./revision-of.ts";

/** A tenth of what a watchdog allows a page by the clock, on the slowest machine that we know. */
const LIMIT_MS = 3000;

/** Quadratic work on so many characters takes longer than a page may. */
const SIZE = 100_000;

test.each([
	["brackets", "[".repeat(SIZE)],
	["images", "![".repeat(SIZE / 2)],
	["slashes in a link", `[a](${"/".repeat(SIZE)}x/)`],
	["slashes in a link of the site", `[a](x${"/".repeat(SIZE)}x/)`],
	["extensions of a link", `[a](${".md".repeat(SIZE / 3)}y)`],
	["links in links", "[a](".repeat(SIZE / 4)],
	["quotations", `${">".repeat(SIZE)}a`],
	["quotations line by line", "> ".repeat(500).concat("a\n").repeat(200)],
	["lists", `${"- ".repeat(SIZE / 2)}a`],
	["emphasis", "*a ".repeat(SIZE / 3)],
	["mixed emphasis", "*a_ ".repeat(SIZE / 4)],
	["backticks", Array.from({ length: 600 }, (_, length) => "`".repeat(length)).join(" ")],
	["open comments", "<!-- \n".repeat(SIZE / 6)],
	["open comments in a line", "<!-- ".repeat(SIZE / 5)],
	["open anchors", '<a id="x">'.repeat(SIZE / 10)],
	["open containers", ":::note\n".repeat(SIZE / 8)],
	["open containers in quotations", "> :::note\n".repeat(SIZE / 10)],
	["unknown containers", ":::x\n".repeat(SIZE / 5)],
	["open islands", "::island{a b\n".repeat(SIZE / 13)],
	["open icons", ":icon{".repeat(SIZE / 6)],
	["components", "<A ".repeat(SIZE / 3)],
	["equal headings", "# a\n".repeat(SIZE / 4)],
	["footnotes", "[^a] ".repeat(SIZE / 5).concat("\n\n[^a]: x")],
	["footnote definitions", "[^a]: x\n".repeat(SIZE / 8)],
	["entities", "&".repeat(SIZE)],
	["autolinks", "<http:".repeat(SIZE / 6)],
	["bare addresses", "www.".repeat(SIZE / 4)],
	["mail addresses", "a@".repeat(SIZE / 2)],
	["tables", `|${"a|".repeat(SIZE / 4)}\n|${"-|".repeat(SIZE / 4)}`],
	["code", `\`\`\`js\n${"`${".repeat(30_000)}\n\`\`\``],
	["code of comments", `\`\`\`js\n${"/*".repeat(45_000)}\n\`\`\``],
	["html as code", `\`\`\`html\n${"<a ".repeat(30_000)}\n\`\`\``],
	["an info string", `\`\`\`js ${"title=".repeat(SIZE / 6)}\nx\n\`\`\``],
	["references", "[a]: b\n".repeat(SIZE / 7)],
	["escapes", "\\".repeat(SIZE)],
	["import lines", "import a from \n".repeat(SIZE / 15)],
	["spaces in a heading", `# a${" ".repeat(SIZE)}b`],
	["spaces before attributes", `:::note${" ".repeat(SIZE)}{`],
	["spaces in an island", `::island{a${" ".repeat(SIZE)}`],
	["spaces in an icon", `:icon{${" ".repeat(SIZE)}`],
	["spaces in an anchor", `<a${" ".repeat(SIZE)}`],
	["braces in a container", `:::note ${"{".repeat(SIZE)}`],
	["spaces after a task", `- [ ]${" ".repeat(SIZE)}b`],
	["spaces after an alert", `> [!NOTE]${" ".repeat(SIZE)}b`],
	["quotes in an island", `::island{a ${'b="'.repeat(SIZE / 3)}}`],
	["open components", "<A>\n".repeat(SIZE / 4)],
	["components of many names", Array.from({ length: SIZE / 10 }, (_, n) => `<A${n}>\n`).join("")],
	[
		"components that close in the wrong order",
		["<A", "</A"]
			.flatMap((mark) => Array.from({ length: 4000 }, (_, n) => `${mark}${n}>\n`))
			.join(""),
	],
	["components in components", "<Card>\n".repeat(SIZE / 14) + "</Card>\n".repeat(SIZE / 16)],
	["tags with quotes", '<A b="'.repeat(SIZE / 6)],
	["tags with braces", "<A b={".repeat(SIZE / 6)],
	["shortcodes", "{{< a >}}\n".repeat(SIZE / 10)],
	["shortcodes of one end", `${"{{< a >}}\n".repeat(SIZE / 10)}{{< /a >}}`],
	["boxes set in", "!!! note\n".repeat(SIZE / 9)],
	["tabs", '=== "a"\n'.repeat(SIZE / 8)],
	["open templates", "{{ ".repeat(SIZE / 3)],
	["open tags of templates", "{% a ".repeat(SIZE / 5)],
	["wiki links", "[[a".repeat(SIZE / 3)],
	["attribute lists", "`a`{.a ".repeat(SIZE / 8)],
	["script elements", "<script>\n".repeat(SIZE / 9)],
	["leaves of containers", "::card{a}\n".repeat(SIZE / 10)],
	["leaves before one end", `${"::card{a}\n".repeat(SIZE / 10)}::`],
	["labels of code", "```js [a]\n```\n".repeat(SIZE / 14)],
	["marks", "==a ".repeat(SIZE / 4)],
	["carets", "^a^".repeat(SIZE / 3)],
	["tildes in a row", "~".repeat(SIZE)],
	["definitions", "a\n: b\n".repeat(SIZE / 6)],
	["abbreviations", `${"*[a]: b\n".repeat(SIZE / 16)}${"a ".repeat(SIZE / 4)}`],
	["dollars", "$a ".repeat(SIZE / 3)],
	["open formulas", "$$\n".repeat(SIZE / 3)],
	["formulas", "$a$ ".repeat(SIZE / 4)],
	["boxes between slashes", "/// note\n".repeat(SIZE / 9)],
	["marks over several lines", "{{< a\n".repeat(SIZE / 6)],
	["files that are not there", "<<< b\n".repeat(SIZE / 6)],
	["colons", ":a[".repeat(SIZE / 3)],
	["spaces", `a${" ".repeat(SIZE)}b`],
])("a page full of %s is read in the time that a page has", async (_name, text) => {
	let html: string | undefined;

	const usedMs = await cpuMs(async () => {
		html = htmlOf(await revisionOf({ "a.md": text }), "/a");
	});

	expect(html).not.toBeUndefined();
	expect(usedMs).toBeLessThan(LIMIT_MS);
});

test.each([
	["open elements", "<div>".repeat(SIZE / 5)],
	["elements line by line", "<div>\n\n".repeat(SIZE / 7)],
	["ends of elements", "</p>".repeat(SIZE / 4)],
	["attributes", `<div ${"a ".repeat(SIZE / 2)}>`],
	["tags in a line", "a <b>".repeat(SIZE / 5)],
	["headings", "<h1>a".repeat(SIZE / 5)],
	["open scripts", "<script>\n\n".repeat(SIZE / 10)],
	["templates in elements", `<div>${"{{ ".repeat(SIZE / 3)}</div>`],
])("a page of HTML full of %s is read in the time that a page has", async (_name, text) => {
	const usedMs = await cpuMs(async () => {
		await revisionOf({ "a.md": text, "site.yaml": "markdown: {html: true}\ncontent: ." });
	});

	expect(usedMs).toBeLessThan(LIMIT_MS);
});

test("a page full of broken links reports the first hundred and counts the rest", async () => {
	const { problems } = await revisionOf({ "index.md": "[x](nope.md)\n".repeat(1000) });

	expect(problems).toHaveLength(101);
	expect(problems.at(-1)?.message).toBe("There are 900 more problems of this kind in the file");
});
