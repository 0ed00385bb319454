import { expect, test } from "vitest";
import {
	createBodyRenderer,
	type RenderedBody,
} from "../../../../src/server/content/render-body.ts";
import { htmlOfBody } from "../html-of-body.ts";

test("GitHub's tables scroll in a box of their own and are aligned by class", () => {
	const html = htmlOf("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n");

	expect(html).toContain(
		'<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>',
	);
	expect(html).toContain('<th class="align-left">a</th>');
	expect(html).toContain('<td class="align-center">2</td>');
	expect(html).toContain('<td class="align-right">3</td>');
});

test("an empty cell of a table's header is no header", () => {
	const html = htmlOf("|  | b |\n| --- | --- |\n| a | 1 |\n");

	expect(html).toContain("<tr>\n<td></td>\n<th>b</th>\n</tr>");
});

test("strikethrough and footnotes are understood", () => {
	const html = htmlOf("~~gone~~ text[^1]\n\n[^1]: The note.");

	expect(html).toContain("<s>gone</s>");
	expect(html).toContain('<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>');
	expect(html).toContain('<li id="fn1" class="footnote-item"><p>The note. ');
});

test("a task list labels its boxes", () => {
	const html = htmlOf("- [x] done\n- [ ] to *do*\n- [link] not a task");

	expect(html).toContain(
		'<li class="task"><label><input type="checkbox" disabled checked> done</label></li>',
	);
	expect(html).toContain(
		'<li class="task"><label><input type="checkbox" disabled> to <em>do</em></label></li>',
	);
	expect(html).toContain("<li>[link] not a task</li>");
});

test.each([
	["https://example.org/a.", "https://example.org/a"],
	["(https://example.org/a)", "https://example.org/a"],
	["www.example.org/x", "https://www.example.org/x"],
	["me@example.org", "mailto:me@example.org"],
	["<https://example.org/a b>", "https://example.org/a"],
	["<me@example.org>", "mailto:me@example.org"],
])("the bare address in %j is linked", (text, target) => {
	const { parts } = render(text).body;

	expect(parts).toContainEqual({ kind: "link", target, line: 1 });
});

test.each([
	"README.md",
	"index.js",
	"node.js",
	"v1.2.rs",
	"//example.org",
	"example.com",
	"ftp://x.org",
])("%s stays text", (text) => {
	expect(htmlOf(`See ${text} now`)).toBe(`<p>See ${text} now</p>\n`);
});

test("headings have ids in GitHub's style and links that assistive technology does not see", () => {
	const { body } = render("# The *Title*\n\n## What's `new` in 2.0?\n\n### Überblick & Ende\n");

	expect(body.heading).toBe("The Title");
	expect(body.headings).toEqual([
		{ level: 2, id: "whats-new-in-20", text: "What's new in 2.0?" },
		{ level: 3, id: "überblick--ende", text: "Überblick & Ende" },
	]);
	expect(htmlOfBody(body)).toContain(
		'<h2 id="whats-new-in-20">What\'s <code>new</code> in 2.0?<a class="heading-anchor" href="#whats-new-in-20" aria-hidden="true" tabindex="-1">#</a></h2>',
	);
});

test.each([
	[
		["## A", "## A", "## A"],
		["a", "a-1", "a-2"],
	],
	[
		["## A-1", "## A", "## A"],
		["a-1", "a", "a-2"],
	],
	[["## App"], ["app-1"]],
	[["## Page body"], ["page-body-1"]],
	[["## Loggia state"], ["loggia-state-1"]],
	[["## ???"], ["section"]],
	[["##"], ["section"]],
	[["## Title {#own-id}"], ["own-id"]],
	[["## {#own-id} عنوان"], ["own-id"]],
	[
		["## constructor", "## constructor"],
		["constructor", "constructor-1"],
	],
	[["## 日本語"], ["日本語"]],
])("the headings %j have the ids %j", (lines, ids) => {
	expect(render(lines.join("\n\n")).body.headings.map(({ id }) => id)).toEqual(ids);
});

test("only levels 2 and 3 are in the table of contents, but every level can be linked to", () => {
	const { body } = render("# A\n## B\n### C\n#### D\n");

	expect(body.headings.map(({ text }) => text)).toEqual(["B", "C"]);
	expect([...body.anchors]).toEqual(["a", "b", "c", "d"]);
});

test.each([
	":::note\nBody\n:::",
	"::: note\nBody\n:::",
	":::: NOTE\nBody\n::::",
])("a container is a callout: %j", (text) => {
	expect(htmlOf(text)).toBe(
		'<div class="callout callout-note" role="note">\n<p class="callout-title">Note</p>\n<p>Body</p>\n</div>\n',
	);
});

test.each([
	[":::tip[My *own*]\nx\n:::", '<p class="callout-title">My <em>own</em></p>'],
	[":::warning Look out\nx\n:::", '<p class="callout-title">Look out</p>'],
	[":::danger[<b>]\nx\n:::", '<p class="callout-title">&lt;b&gt;</p>'],
	["::: details More\nx\n:::", "<summary>More</summary>"],
	[":::info{.x}\nx\n:::", '<p class="callout-title">Info</p>'],
])("a container has a title: %j", (text, html) => {
	expect(htmlOf(text)).toContain(html);
});

test("containers nest, and code inside them may show colons", () => {
	const { body, problems } = render(
		":::note\n\n:::tip\nInner\n:::\n\n```\n:::\n```\n\nOuter\n:::\n\nAfter",
	);

	const html = htmlOfBody(body);
	expect(problems).toEqual([]);
	expect(html.indexOf("Outer")).toBeLessThan(html.lastIndexOf("</div>"));
	expect(html.endsWith("</div>\n<p>After</p>\n")).toBe(true);
});

test("a container in a list ends with its item", () => {
	const { body, problems } = render("- a\n\n  :::note\n  b\n\nAfter\n\n:::\n");

	expect(htmlOfBody(body)).toContain("</div>\n</li>\n</ul>\n<p>After</p>");
	expect(problems).toHaveLength(1);
});

test.each([
	":::noteworthy x",
	":::note]",
	":::note[x",
	":: note",
	"    :::note",
])("%j is no callout", (text) => {
	expect(htmlOf(`${text}\n:::`)).not.toContain("callout");
});

test("a container that never ends, or has no known name, is a problem", () => {
	expect(render("Text\n\n:::note\nBody").problems).toEqual([
		{ file: "a.md", line: 3, message: 'Container "note" must end with a line of ":::"' },
	]);
	expect(render(":::odd\nBody").problems).toEqual([
		{ file: "a.md", line: 1, message: 'Container "odd" is not known: it is shown as text' },
	]);
	expect(render(":::odd\nBody\n:::").problems).toEqual([
		{
			file: "a.md",
			line: 1,
			message: 'Container "odd" is not known here: only the text inside is shown',
		},
	]);
});

test.each([
	"NOTE",
	"TIP",
	"IMPORTANT",
	"WARNING",
	"CAUTION",
	"note",
])("the alert %s of GitHub is a callout", (kind) => {
	expect(htmlOf(`> [!${kind}]\n> Body`)).toContain(
		`<div class="callout callout-${kind.toLowerCase()}" role="note">`,
	);
});

test.each(["> [!OTHER]\n> x", "> Text\n> [!NOTE]"])("%j stays a quotation", (text) => {
	expect(htmlOf(text)).toContain("<blockquote>");
});

test("an icon is its markup, and one that does not exist is a problem", () => {
	const { body, problems } = render("Text\n:icon{lucide:rocket} and :icon{lucide:nope}");

	expect(htmlOfBody(body)).toContain(
		'<span class="icon" aria-hidden="true"><svg>rocket</svg></span> and :icon{lucide:nope}',
	);
	expect(problems).toEqual([
		{ file: "a.md", line: 2, message: 'Icon "lucide:nope" is in no collection' },
	]);
});

test.each(["`:icon{lucide:rocket}`", ":icon{<script>}", ":icon {x}"])("%s is no icon", (text) => {
	expect(htmlOf(text)).not.toContain("<svg>");
});

test("an island is an empty element with its name and its props as escaped JSON", () => {
	const html = htmlOf(`::island{page-list of="/guide" title='"<b>" & co' limit=3 compact}`);

	expect(html).toBe(
		'<div data-island="page-list" data-props="{&quot;of&quot;:&quot;/guide&quot;,&quot;title&quot;:&quot;\\&quot;&lt;b&gt;\\&quot; &amp; co&quot;,&quot;limit&quot;:&quot;3&quot;,&quot;compact&quot;:&quot;true&quot;}"></div>\n',
	);
});

test.each([
	"::island{}",
	"::island{<x>}",
	"::island{a",
	"x ::island{a}",
	"    ::island{a}",
])("%j is no island", (text) => {
	expect(htmlOf(text)).not.toContain("data-island");
});

test("without HTML, markup is text, and nothing of it becomes an element", () => {
	const html = htmlOf(
		'a <script>alert(1)</script>\n\n<div onclick="x" style="color:red">a</div>\n\nb <img src=x onerror=alert(1)> <docs-info>c</docs-info>',
	);

	expect(html).not.toMatch(/<(?:script|div|img|docs-info)/);
	expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
	expect(html).toContain("&lt;docs-info&gt;c&lt;/docs-info&gt;");
});

test("the ids of an author's markup can be linked to", () => {
	const renderer = createBodyRenderer({ html: true, resolveIcon: nothing, checkIsland: nothing });

	const { body } = renderer.render(
		"a.md",
		'<div class="x" id="own">\n\na <b id=two>b</b>\n</div>',
		1,
	);

	expect([...body.anchors]).toEqual(["own", "two"]);
});

test("comments are not shown, and empty anchors only carry their name", () => {
	const { body } = render(
		'a <!-- b --> c\n\n<!-- d\ne -->\n\n## F\n<a id="f"></a>\n<a name=\'g\'></a>\n\n<a id="h">i</a>',
	);

	expect(htmlOfBody(body)).toBe(
		'<p>a  c</p>\n<h2 id="f">F<a class="heading-anchor" href="#f" aria-hidden="true" tabindex="-1">#</a></h2>\n\n<span id="g"></span>\n<p><span id="h"></span>i</p>\n',
	);
	expect([...body.anchors]).toEqual(["f", "g", "h"]);
});

test.each([
	"<!-- open",
	"a <!-- open",
	'<a id="x" onclick="y"></a>',
	'<a id="a b"></a>',
	'<a href="x">y</a>',
])("%j is shown as text", (text) => {
	expect(htmlOf(text)).toContain("&lt;");
});

test("what only MDX would run is left out, and a tag in a sentence is text, each reported once", () => {
	const { body, problems } = render(
		'import Tabs from "@theme/Tabs";\n\n<Odd>\n\nText\n\n<Odd value="x">\n\n`<Code>` and Promise<Response> and a <Thing> and <Thing>\n',
	);

	expect(htmlOfBody(body)).toBe(
		"<p>Text</p>\n<p><code>&lt;Code&gt;</code> and Promise&lt;Response&gt; and a &lt;Thing&gt; and &lt;Thing&gt;</p>\n",
	);
	expect(problems.map(({ line, message }) => `${line} ${message}`).toSorted()).toEqual([
		'3 Component "Odd" is not known here: only the text inside is shown',
		'9 Component "Thing" is shown as text: pages are Markdown, not MDX',
	]);
});

test("nothing that an author writes becomes a style, a handler or a script", () => {
	const html = htmlOf(
		'# A {onclick=x}\n\n| a |\n|:-:|\n| b |\n\n[x](y "\\" onmouseover=alert(1)")\n\n![" onerror="x](z)\n\n```js" onload="x\ny\n```\n\n:::note[" onclick="x]\n:::\n\n::island{a b=\'" onclick="x\'}',
	);

	for (const [, attributes = ""] of html.matchAll(/<\w+((?:\s+[\w-]+(?:="[^"]*")?)*)/g)) {
		expect(attributes.replace(/="[^"]*"/g, "")).not.toMatch(/\bon\w+|\bstyle\b/);
	}
	expect(html).not.toContain("<script");
});

test("a mark for the list of headings leaves nothing, and is text inside of a sentence", () => {
	expect(htmlOf("# A\n\n[[toc]]\n\n[TOC]\n\n`[TOC]`")).toBe(
		'<h1 id="a">A</h1>\n<p><code>[TOC]</code></p>\n',
	);
	expect(htmlOf("Write [TOC] there.")).toBe("<p>Write [TOC] there.</p>\n");
});

test("lines are counted from the start of the file", () => {
	const renderer = createBodyRenderer({ html: false, resolveIcon: nothing, checkIsland: nothing });

	const { body } = renderer.render("a.md", "Text\n\n- a\n- b\n  [x](y)\n\n> [z](w)\n", 5);

	expect(body.parts.filter((part) => typeof part !== "string")).toEqual([
		{ kind: "link", target: "y", line: 9 },
		{ kind: "link", target: "w", line: 11 },
	]);
});

function render(text: string): RenderedBody {
	return createBodyRenderer({ html: false, resolveIcon, checkIsland }).render("a.md", text, 1);
}

function htmlOf(text: string): string {
	return htmlOfBody(render(text).body);
}

function checkIsland(name: string): string | undefined {
	return name === "nope" ? 'Island "nope" does not exist' : undefined;
}

function resolveIcon(name: string): string | undefined {
	return name === "lucide:rocket" ? "<svg>rocket</svg>" : undefined;
}

function nothing(): undefined {
	return undefined;
}
