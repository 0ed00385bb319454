import { expect, test } from "vitest";
import { removeComments } from "../../../../src/server/content/markdown/remove-comments.ts";
import { createBodyRenderer } from "../../../../src/server/content/render-body.ts";
import { COMMENT_FORMS, COMMENT_PLACES } from "../../../support/comment-forms.ts";
import { htmlOfBody } from "../html-of-body.ts";

const CASES = Object.entries(COMMENT_FORMS).flatMap(([form, comment]) =>
	Object.entries(COMMENT_PLACES).map(([place, write]) => [form, place, write(comment)] as const),
);

test.each(["page.md", "page.mdx"])("no comment of any dialect is in %s", (file) => {
	for (const html of [true, false]) {
		const renderer = createBodyRenderer({
			html,
			resolveIcon: () => undefined,
			checkIsland: () => undefined,
		});
		for (const [form, place, text] of CASES) {
			const shown = htmlOfBody(renderer.render(file, text, 1).body);
			expect(shown, `${form} ${place}`).not.toContain("secret");
			expect(shown, `${form} ${place}`).toContain("Before");
			expect(shown, `${form} ${place}`).toContain("After");
		}
	}
});

test.each([
	"```js\n{/* shown */}\n```",
	"~~~\n{# shown #}\n```\n~~~",
	"- ```\n  %% shown %%\n  ```",
	"`{{/* shown */}}`",
	"``a ` {# shown #}``",
	"## A {#shown}",
	"## A {#shown .class}",
	"{#if shown}",
	"50\n% of pages",
	"100%% shown",
	"{% raw %}{# shown #}{% endraw %}",
	"<!--@include: ./shown.md-->",
	"## <!-- md:setting shown -->",
])("%j keeps its text", (text) => {
	expect(removeComments(text)).toBe(text);
});

test("lines keep their numbers", () => {
	expect(removeComments("a\n{#\nsecret\n#}\nb")).toBe("a\n\n\n\nb");
});

test("a comment without an end hides the rest of the page, and is a problem with its line", () => {
	const renderer = createBodyRenderer({
		html: false,
		resolveIcon: () => undefined,
		checkIsland: () => undefined,
	});

	const { body, problems } = renderer.render("a.md", "Before\n\n<!-- hidden\n\nsecret", 5);

	expect(htmlOfBody(body)).toBe("<p>Before</p>\n");
	expect(problems).toEqual([
		{ file: "a.md", line: 7, message: 'Comment "<!--" has no end: all text below it is left out' },
	]);
});

test.each([
	"{#",
	"{/*",
	"%%",
	"<!--",
	"{% comment %}",
	"`",
	"``` ",
	"{{!--",
])("50,000 times %j takes linear time", (mark) => {
	const start = performance.now();

	removeComments(mark.repeat(50_000));
	removeComments(`x ${mark} \n`.repeat(50_000));

	expect(performance.now() - start).toBeLessThan(10_000);
});
