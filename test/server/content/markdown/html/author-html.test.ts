import fc from "fast-check";
import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../../src/server/content/render-body.ts";
import type { AnchorStyle } from "../../../../../src/server/content/site-config.ts";
import { createTestSite } from "../../../../support/test-site.ts";
import { htmlOfBody } from "../../html-of-body.ts";
import { revisionOf } from "../../revision-of.ts";

test("an author's markup passes without what the policy of the page forbids", () => {
	const { html, problems } = render(
		'<div align="center" style="color:red" onclick="x()" data-flag="a">a</div>\n\n<script>b</script>\n\n<p><a href="javascript:c">d</a> <form>e</form> f',
	);

	expect(html).toBe('<div align="center">a</div>\n\n<p><a>d</a> </p> f');
	expect(problems).toEqual([
		'3 Element "script" is left out: pages must not contain it',
		'5 Element "form" is left out: pages must not contain it',
	]);
});

test("a page cannot break out of its place, and what it leaves open ends where its Markdown ends", () => {
	const { html } = render(
		"> <div>\n>\n> a\n\n</div></div>\n\n*b <kbd>c*\n\n<details><summary>d\n\n- e",
	);

	expect(html).toBe(
		"<blockquote>\n<div>\n<p>a</p>\n</div></blockquote>\n\n<p><em>b <kbd>c</kbd></em></p>\n<details><summary>d\n<ul>\n<li>e</li>\n</ul>\n</summary></details>",
	);
});

test.each([
	["a table of HTML", "<table>\n<table><tr><td>a</td></tr></table>\n</table>"],
	["a table of Markdown", "<table>\n\n| a |\n| - |\n\n</table>"],
	["one in a list", "<table>\n\n1. | a |\n   | - |\n\n</table>"],
])("%s that stands in a table, and in no cell of it, gets a cell", (_, text) => {
	const { html } = render(text);

	expect(html).toMatch(/<tr><td><div class="table-scroll"[^>]*><table>/);
	expect(html).toMatch(/<\/table><\/div>\s*<\/td><\/tr>/);
});

test("a table in a cell is left as it is", () => {
	const { html } = render("<table><tr><td>\n\n| a |\n| - |\n\n</td></tr></table>");

	expect(html.match(/<tr>/g)).toHaveLength(2);
});

test("the heading of a README is the title of the page, and there is one", () => {
	const { body, html } = render(
		'<h1 align="center">\n  <img src="logo.png" width="80">\n  Tool\n</h1>\n\ntext\n\n<h1>Again</h1>\n\n## Use',
	);

	expect(body.heading).toBe("Tool");
	expect(html).toMatch(/^<h1 id="tool" align="center">/);
	expect(html).toContain('<h2 id="again">Again</h2>');
	expect([...body.anchors]).toEqual(["use", "tool", "again"]);
});

test("cards of GitBook are a list of what their columns show", () => {
	const { html } = render(
		'<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden></th><th data-hidden data-card-target></th></tr></thead><tbody><tr><td><h4><i class="fa-hand">:hand:</i></h4></td><td><h4>One</h4></td><td>not<table><tr><td>shown</td></tr></table></td><td><a href="../a/first-step.md">first-step.md</a></td></tr></tbody></table>\n\n<table><tr><td>a',
	);

	expect(html.replaceAll(/\s+/g, " ")).toMatch(
		/^<ul class="cards"><li><div class="card"><div><\/div><div><h4 id="one">One<\/h4><\/div><div><a[^>]*>First Step<\/a><\/div><\/div><\/li><\/ul> <div class="table-scroll"[^>]*><table><tr><td>a<\/td><\/tr><\/table><\/div>$/,
	);
});

test("a link that only marks its own place is no link", () => {
	const { html, body } = render('## Part <a href="#here" id="here"></a>\n\n[to it](#here)');

	expect(html).toContain('<a id="here"></a>');
	expect([...body.anchors]).toContain("here");
});

test.each([
	['<img name="cookie" src="a.png">', "<img>"],
	['<object name="body">a</object>', "a"],
	['<details name="one">a</details>', '<details name="one">a</details>'],
	['<a id="location">a</a>', '<a id="user-content-location">a</a>'],
	['<a name="currentScript">a</a>', '<a id="user-content-currentScript">a</a>'],
	['<p id="_config">a</p>', '<p id="user-content-_config">a</p>'],
	['<p id="get-started">a</p>', '<p id="get-started">a</p>'],
	[
		'<p id="title" aria-labelledby="title b">a</p>',
		'<p id="user-content-title" aria-labelledby="user-content-title b">a</p>',
	],
	['<path fill="url(#screen)">', '<path fill="url(#user-content-screen)"></path>'],
	["<h2>Status</h2>", '<h2 id="status">Status</h2>'],
	['<h2 id="history">a</h2>', '<h2 id="history">a</h2>'],
])("names in HTML cannot take the place of what scripts find in the browser: %s", (text, shown) => {
	const { html } = render(text);

	expect(
		html
			.replace(/\s*alt=""/, "")
			.trim()
			.replace(/^<p>(.*)<\/p>$/, "$1"),
	).toBe(shown);
});

test("a link leads to an id that got a prefix, and to a heading before it", async () => {
	const { pages, problems } = await revisionOf({
		"site.yaml": "markdown: { html: true }\n",
		"pages/index.md":
			'<a id="links"></a> <a id="status"></a>\n\n## Status\n\n[a](#links) [b](#status)\n',
	});

	expect(pages.get("/")?.html).toContain(
		'<a href="#user-content-links">a</a> <a href="#status">b</a>',
	);
	expect(problems).toEqual([]);
});

test("links and pictures in HTML are resolved like those of Markdown", () => {
	const { body } = render('<p><a href="b.md"><img src="c.png" width="40"></a></p>');

	expect(body.parts.filter((part) => typeof part === "object")).toEqual([
		{ kind: "link", target: "b.md", line: 1 },
		{ kind: "image", target: "c.png", line: 1, hasOwnSize: true },
	]);
});

test("Markdown within an element that says so is read without a blank line", () => {
	const { html } = render('<div class="grid" markdown>\n**a**\n</div>');

	expect(html).toContain('<div class="grid">\n<p><strong>a</strong>');
});

test("a frame of another site becomes a link, and templates in HTML leave nothing", () => {
	const { html, problems } = render(
		'<iframe src="https://video.example/1" title="The video">x</iframe>\n\n<td>{% for a in b %}{{ a }}</td>',
	);

	expect(html).toMatch(/^<a>The video<\/a>\n/);
	expect(html).toMatch(/<td><\/td>$/);
	expect(problems).toContain('3 "{{ a }}" is left out: nothing in a page is run');
});

test("whatever an author writes, every element that opens is closed and none is forbidden", () => {
	const piece = fc.constantFrom(
		...["<div>", "</div>", "<p>", "</p>", "<script>", "</script>", "<table>", "<td>", "</table>"],
		...[
			"*a*",
			"\n\n",
			"> ",
			"- ",
			"`b`",
			"<h1>",
			"</h1>",
			"<a href=x>",
			"</a>",
			"<!--",
			"-->",
			"<b",
		],
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
			const { html } = render(pieces.join(""));
			const open: string[] = [];
			for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
				if (slash === "/") expect(open.pop()).toBe(name);
				else open.push(name);
			}
			expect(open).toEqual([]);
			expect(html).not.toContain("<script");
		}),
		{ numRuns: 300 },
	);
});

test("summaries have ids where the pages come from GitBook", () => {
	const text = "<details>\n\n<summary>Site & <b>ads</b> ad</summary>\n\nText\n\n</details>\n";

	expect(render(text, "gitbook").html).toContain('<summary id="site-and-ads-a-d">');
	expect(render(text).html).toContain("<summary>");
});

function render(text: string, anchors: AnchorStyle = "github") {
	const renderer = createBodyRenderer({
		html: true,
		anchors,
		resolveIcon: () => undefined,
		checkIsland: () => undefined,
	});
	const { body, problems } = renderer.render("a.md", text, 1);
	return {
		body,
		html: htmlOfBody(body),
		problems: problems.map(({ line, message }) => `${line} ${message}`),
	};
}

test("a heading never takes an id of the frame around it", async () => {
	const { service } = await createTestSite({ files: { "pages/index.md": "# Home\n" } });
	const frame: readonly string[] =
		(await service.inject("/")).body.match(/(?<=\sid=")[\w-]+/g) ?? [];
	const own = frame.filter((id) => id !== "home");
	const headings = await createTestSite({
		files: { "pages/index.md": own.map((id) => `## x {#${id}}\n`).join("\n") },
	});

	const ids: readonly string[] =
		(await headings.service.inject("/")).body.match(/(?<=\sid=")[\w-]+/g) ?? [];

	expect(own).toContain("announcements");
	expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
