import { expect, test } from "vitest";
import { revisionOf } from "./revision-of.ts";

/** A tenth of what a watchdog allows a page by the clock, on the slowest machine that we know. */
const LIMIT_SECONDS = 3;

/** Quadratic work on so many characters takes longer than a page may. */
const SIZE = 100_000;

test.each([
	["brackets", "[".repeat(SIZE)],
	["images", "![".repeat(SIZE / 2)],
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
	["spaces", `a${" ".repeat(SIZE)}b`],
])("a page full of %s is read in the time that a page has", async (_name, text) => {
	const before = process.cpuUsage();

	const { pages } = await revisionOf({ "a.md": text });

	const { user, system } = process.cpuUsage(before);
	expect(pages.get("/a")?.html).not.toBeUndefined();
	expect((user + system) / 1e6).toBeLessThan(LIMIT_SECONDS);
});

test("a page full of broken links reports the first hundred and counts the rest", async () => {
	const { problems } = await revisionOf({ "index.md": "[x](nope.md)\n".repeat(1000) });

	expect(problems).toHaveLength(101);
	expect(problems.at(-1)?.message).toBe("There are 900 more problems of this kind in the file");
});
