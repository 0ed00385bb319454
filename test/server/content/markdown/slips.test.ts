import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../src/server/content/render-body.ts";

/** What an author wrote by mistake, with the line and the start of the problem. */
const SLIPS: readonly (readonly [text: string, line: number, message: string])[] = [
	["A\n\n```js\nconst a = 1;\n\n## B", 3, "Code block has no end"],
	["A\n\n<!-- hidden\n\n## B", 3, 'Comment "<!--" has no end'],
	["A\n\n{% comment %}\n\n## B", 3, 'Comment "{% comment %}" has no end'],
	['<Tabs>\n<TabItem label="A">\n\nA\n\n</TabItem>\n\n## B', 1, 'Component "Tabs" has no end'],
	["<Tabs>\n<TabItem>\n\nA\n\n</Tabs>", 2, 'Component "TabItem" has no end'],
	[":::tip\nA", 1, 'Container "tip" must end'],
	[":::note\nA\n:::tip\nB\n:::\n:::", 3, "Container has as many colons"],
	["A\nB[^x].", 2, 'Footnote "x" is not defined'],
	["A [b][c].", 1, 'Link "[b][c]" is shown as text: add a line "[c]: address"'],
	["A [b][].", 1, 'Link "[b][]" is shown as text: add a line "[b]: address"'],
	["| a | b |\n|---|\n| 1 | 2 |", 1, "Table is shown as text: its header has 2 cells"],
	["| a | b |\n|---|---|\n| 1 | 2 | 3 |", 3, "Row has 3 cells, and its table has 2 columns"],
	["| a | b |\n|---|---|\n| 1 |", 3, "Row has 1 cells, and its table has 2 columns"],
	["A<br>B", 1, 'HTML element "br" is shown as text'],
	["A\n![b](my image.png)", 2, 'Address of an image has spaces: write "<my image.png>"'],
	["[b](my page.md)", 1, "Address of a link has spaces"],
	["[b]()", 1, 'Link "b" has no address'],
	["## A {#x}\n\n## B {#x}", 3, 'Id "x" is not unique: this heading has the id "x-1"'],
	["## A\n\n##### B", 3, "Heading of level 5 follows a heading of level 2"],
	["```notalang\nx\n```", 1, 'Code has no colors, since its language "notalang" is not known'],
	["```js {99}\nx\n```", 1, "Line 99 is to be marked, but the code block has 1 lines"],
	["> [!NOSUCH]\n> A", 1, 'Alert "NOSUCH" is not known'],
	["```mermaid\ngraph TD\nA -->\n```", 1, 'Arrow of a diagram has no target: "A -->"'],
	["```mermaid\nnosuch\n```", 1, "A diagram is shown as text"],
	["$$\n\\frac{\n$$", 1, "A formula is shown as text"],
	["<!--@include: missing.md-->", 1, 'Included file "missing.md"'],
];

test.each(SLIPS)("%j is a problem with its line", (text, line, message) => {
	expect(problemsOf(text)).toContainEqual({
		...{ file: "a.md", line },
		message: expect.stringContaining(message),
	});
});

test.each([
	"```js\nx\n```",
	"````md\n```\n````",
	"- ```js\n  x\n  ```",
	"> ```\n> x\n> ```",
	"::::note\n:::tip\nA\n:::\n::::",
	":::note\n```md\n:::tip\n```\n:::",
	"A[^x].\n\n[^x]: B",
	"A [b][c].\n\n[c]: https://example.org",
	"matrix[0][1] and [x]",
	"| a | b |\n|---|---|\n| 1 \\| 2 | `3` |",
	"> | a |\n> |---|\n> | 1 |",
	"A < B and `<br>`",
	'[b](https://example.org "Title")',
	"## A\n\n### B\n\n## C",
	"```mermaid\ngraph TD\nA-->B\n```",
	"```text\nx\n```",
])("%j is no problem", (text) => {
	expect(problemsOf(text)).toEqual([]);
});

test.each([
	["graph TD\nA-->B", 1],
	["graph TD;\nA-->|yes|B;\nB---C;", 2],
	["flowchart LR\nA[x-->y]-->B(z)\nB==>C", 2],
])("the diagram %j has all its edges", (source, edges) => {
	const { body } = renderer().render("a.md", `\`\`\`mermaid\n${source}\n\`\`\``, 1);

	expect(body.parts.join("").match(/<polyline/g)).toHaveLength(edges);
});

function problemsOf(text: string) {
	return renderer().render("a.md", text, 1).problems;
}

function renderer() {
	return createBodyRenderer({
		html: false,
		resolveIcon: () => undefined,
		checkIsland: () => undefined,
		readInclude: () => ({ kind: "refused", rule: "is not a file of the site" }),
	});
}
