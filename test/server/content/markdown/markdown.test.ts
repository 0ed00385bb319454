import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../src/server/content/render-body.ts";
import { htmlOfBody } from "../html-of-body.ts";

// What is shown of a text: `pages.test.ts`.

test("headings have a level, an id in GitHub's style and a text", () => {
	const body = read("# The *Title*\n\n## What's `new` in 2.0?\n\n### Überblick & Ende\n");

	expect(body.heading).toBe("The Title");
	expect(body.headings).toEqual([
		{ level: 2, id: "whats-new-in-20", text: "What's new in 2.0?" },
		{ level: 3, id: "überblick--ende", text: "Überblick & Ende" },
	]);
});

test("only levels 2 and 3 are in the table of contents, but every level can be linked to", () => {
	const body = read("# A\n## B\n### C\n#### D\n");

	expect(body.headings.map(({ text }) => text)).toEqual(["B", "C"]);
	expect([...body.anchors]).toEqual(["a", "b", "c", "d"]);
});

test("a part for visitors with a flag gives neither the page's title nor entries of the contents", () => {
	const body = read("::flag{beta}\n# Secret title\n\n## Secret part\n::\n\n# Title\n\n## Part\n");

	expect(body.heading).toBe("Title");
	expect(body.headings).toEqual([{ level: 2, id: "part", text: "Part" }]);
	expect(body.anchors).toContain("secret-part");
});

test("empty anchors can be linked to", () => {
	const body = read('## F\n<a id="f"></a>\n<a name=\'g\'></a>\n\n<a id="h">i</a>');

	expect([...body.anchors]).toEqual(["f", "g", "h"]);
});

test("lines are counted from the start of the file", () => {
	const body = read("Text\n\n- a\n- b\n  [x](y)\n\n> [z](w)\n", 5);

	expect(body.parts.filter((part) => typeof part !== "string")).toEqual([
		{ kind: "link", target: "y", line: 9 },
		{ kind: "link", target: "w", line: 11 },
	]);
});

test("a page that means harm with formulas is read like any other", () => {
	const bomb = "$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a$";

	expect(htmlOfBody(read(bomb))).toContain("<code>");
	expect(htmlOfBody(read("$x $".repeat(20_000)))).toContain("$x");
	expect(htmlOfBody(read("$$\n".repeat(20_001))).length).toBeGreaterThan(0);
});

function read(text: string, line = 1) {
	const nothing = () => undefined;
	const renderer = createBodyRenderer({ html: false, resolveIcon: nothing, checkIsland: nothing });
	return renderer.render("a.md", text, line).body;
}
