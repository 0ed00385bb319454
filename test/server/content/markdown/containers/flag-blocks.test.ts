import { describe, expect, test } from "vitest";
import { createBodyRenderer } from "../../../../../src/server/content/render-body.ts";
import { htmlOfBody } from "../../html-of-body.ts";

describe("a part for visitors with a flag", () => {
	test.each([
		["::flag{new-search}\nNew.\n::", '<template data-flag="new-search">'],
		["::: flag {new.search_2}\nNew.\n:::", '<template data-flag="new.search_2">'],
		[
			"::flag{ layout variant=wide }\nNew.\n::",
			'<template data-flag="layout" data-variant="wide">',
		],
		[
			'::flag{layout variant="wide"}\nNew.\n::',
			'<template data-flag="layout" data-variant="wide">',
		],
	])("%j is held back in a template", (text, opening) => {
		const { html, problems } = render(`Before.\n\n${text}\n\nAfter.`);

		expect(html).toBe(`<p>Before.</p>\n${opening}\n<p>New.</p>\n</template>\n<p>After.</p>\n`);
		expect(problems).toEqual([]);
	});

	test.each([
		"::flag{}",
		"::flag",
		"::flag{two words}",
		'::flag{a"b}',
		"::flag{<b>}",
		"::flag{layout variant=}",
		"::flag{layout other=wide}",
		"::flag layout",
		"::flag{layout",
	])("whose first line is %j is left out, with a problem", (line) => {
		const { html, problems } = render(`Before.\n\n${line}\n\nSecret.\n::\n\nAfter.`);

		expect(html).toBe("<p>Before.</p>\n<p>After.</p>\n");
		expect(problems).toEqual([
			{
				file: "page.md",
				line: 3,
				message: expect.stringMatching(
					/^A part for visitors with a flag must start like ::flag\{key\}/,
				),
			},
		]);
	});

	test("without an end reaches to the end of the page, with a problem", () => {
		const { html, problems } = render("::flag{beta}\n\nSecret.");

		expect(html).toBe('<template data-flag="beta">\n<p>Secret.</p>\n</template>\n');
		expect(problems).toMatchObject([
			{ line: 1, message: 'Container "flag" must end with a line of "::"' },
		]);
	});

	test("may hold boxes, code with colons, islands, and parts of its own", () => {
		const { html, problems } = render(
			"::flag{beta}\n:::note\nA box.\n:::\n\n```text\n::\n```\n\n::flag{gamma}\nMore.\n::\n\nLast.\n::\n\nAfter.",
		);

		expect(html).toMatch(
			/^<template data-flag="beta">\n<div class="callout[\s\S]*A box[\s\S]*<template data-flag="gamma">\n<p>More\.<\/p>\n<\/template>\n<p>Last\.<\/p>\n<\/template>\n<p>After\.<\/p>\n$/,
		);
		expect(problems).toEqual([]);
	});

	test("may stand in a box, and ends before it", () => {
		const { html } = render(":::note\n::flag{beta}\nSecret.\n::\nOpen.\n:::\n");

		expect(html).toContain("</template>\n<p>Open.</p>\n</div>");
	});

	test("gives neither the page's title nor entries of the contents", () => {
		const { body } = render(
			"::flag{beta}\n# Secret title\n\n## Secret part\n::\n\n# Title\n\n## Part\n",
		);

		expect(body.heading).toBe("Title");
		expect(body.headings).toEqual([{ level: 2, id: "part", text: "Part" }]);
		expect(body.anchors).toContain("secret-part");
	});

	test("with a footnote is a problem: the note would be shown to everybody", () => {
		const { problems } = render("::flag{beta}\nSecret.[^1]\n::\n\n[^1]: The note.");

		expect(problems).toMatchObject([{ line: 2, message: expect.stringContaining("footnote") }]);
	});
});

function render(text: string) {
	const renderer = createBodyRenderer({
		html: false,
		resolveIcon: () => undefined,
		checkIsland: () => undefined,
	});
	const { body, problems } = renderer.render("page.md", text, 1);
	return { html: htmlOfBody(body), body, problems };
}
