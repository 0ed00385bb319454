import { expect, test } from "vitest";
import { removeComments } from "../../../../src/server/content/markdown/remove-comments.ts";
import { createBodyRenderer } from "../../../../src/server/content/render-body.ts";
import { htmlOfBody } from "../html-of-body.ts";

/** Each form of comment, by its dialect. */
const FORMS: Readonly<Record<string, string>> = {
	HTML: "<!-- secret -->",
	"HTML on lines": "<!--\nsecret\n\nsecret\n-->",
	"long HTML": `<!-- ${"secret ".repeat(1000)} -->`,
	"a link definition": "\n\n[//]: # (secret)\n\n",
	"a link definition with a name": '\n\n[comment]: <> "secret"\n\n',
	Obsidian: "%%secret%%",
	"Obsidian with spaces": "%% secret %%",
	"Obsidian on lines": "\n\n%%\nsecret\n\n```js\nsecret\n```\n%%\n\n",
	MDX: "{/* secret */}",
	"MDX on lines": "{/*\n  secret\n\n  secret\n*/}",
	"MDX with spaces": "{ /* secret */ }",
	"MDX with two slashes": "{// secret\n}",
	MyST: "\n\n% secret\n\n",
	"MyST inside a paragraph": "\n%secret\n",
	Jinja: "{# secret #}",
	"Jinja without spaces": "{#- secret text -#}",
	"Jinja on lines": "{#\nsecret\n\nsecret\n#}",
	Liquid: "{% comment %}secret{% endcomment %}",
	"Liquid on lines": "{%- comment -%}\nsecret\n\n```\nsecret\n```\n{%- endcomment -%}",
	"Liquid in a line": "{% # secret %}",
	Django: '{% comment "note" %}secret{% endcomment %}',
	Hugo: "{{/* secret */}}",
	"Hugo with hyphens": "{{- /* secret */ -}}",
	"Hugo's comment": "{{% comment %}}\nsecret\n{{% /comment %}}",
	"Hugo's comment with angles": "{{< comment >}}secret{{< /comment >}}",
	Handlebars: "{{!-- secret }} --}}",
	Mustache: "{{! secret }}",
	kramdown: "{::comment}secret{:/comment}",
	"kramdown on lines": "\n\n{::comment}\nsecret\n{:/}\n\n",
	CriticMarkup: "{>>secret<<}",
	ERB: "<%# secret %>",
	JSP: "<%-- secret --%>",
	Logseq: "\n\n#+BEGIN_COMMENT\nsecret\n#+END_COMMENT\n\n",
};

/** Places in a page. */
const PLACES: Readonly<Record<string, (comment: string) => string>> = {
	"on its own": (comment) => `Before\n\n${comment}\n\nAfter`,
	"in a line": (comment) => `Before ${comment} After`,
	"after a line": (comment) => `Before\n${comment}\nAfter`,
	"in an item": (comment) => `- Before ${comment}\n- After`,
	"in a quotation": (comment) => `> Before ${comment.replaceAll("\n", "\n> ")}\n\nAfter`,
	"after a stray backtick": (comment) => `Before \`\n\n${comment}\n\nAfter \``,
};

const CASES = Object.entries(FORMS).flatMap(([form, comment]) =>
	Object.entries(PLACES).map(([place, write]) => [form, place, write(comment)] as const),
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
