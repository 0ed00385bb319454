import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../../src/server/content/render-body.ts";
import { htmlOfBody } from "../../html-of-body.ts";

test.each([
	["a longer fence around a shorter one", "````md\n```js\n:::\n```\n:::\n````"],
	["tildes around backticks", "~~~md\n```\n:::\n~~~"],
	["backticks around tildes", "```md\n~~~\n:::\n```"],
	["a fence with an info string inside", "```md\n```js\n:::\n```"],
	["a closing fence that is longer", "```\n:::\n`````"],
	["a fence with spaces behind its end", "```\n:::\n```  "],
	["a line of inline code, which is no fence", "``` not `a` fence\n\nText"],
])("a callout reaches over %s", (_what, inside) => {
	const html = htmlOf(`:::note\n${inside}\n\nLast words\n:::\n\nAfter`);

	expect(html).toMatch(/Last words<\/p>\n<\/div>\n<p>After<\/p>\n$/);
});

test("a callout whose code never ends reaches to the end of the page, and is named", () => {
	const { problems } = render(":::note\n````\n```\n:::\n");

	expect(problems).toEqual([
		{ file: "a.md", line: 1, message: 'Container "note" must end with a line of ":::"' },
	]);
});

function htmlOf(text: string): string {
	return htmlOfBody(render(text).body);
}

function render(text: string) {
	return createBodyRenderer({
		html: false,
		resolveIcon: () => undefined,
		checkIsland: () => undefined,
	}).render("a.md", text, 1);
}
