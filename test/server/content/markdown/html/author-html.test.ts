import fc from "fast-check";
import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../../src/server/content/render-body.ts";
import type { AnchorStyle } from "../../../../../src/server/content/site-config.ts";
import { createTestSite } from "../../../../support/test-site.ts";
import { htmlOfBody } from "../../html-of-body.ts";
import { htmlOf, revisionOf } from "../../revision-of.ts";

test("the heading of a README is the title of the page, and there is one", () => {
	const { body } = render(
		'<h1 align="center">\n  <img src="logo.png" width="80">\n  Tool\n</h1>\n\n<h1>Again</h1>\n\n## Use',
	);

	expect(body.heading).toBe("Tool");
	expect([...body.anchors]).toEqual(["use", "tool", "again"]);
});

test("a link leads to an id that got a prefix, and to a heading before it", async () => {
	const { pages, problems } = await revisionOf({
		"site.yaml": "markdown: { html: true }\n",
		"pages/index.md":
			'<a id="links"></a> <a id="status"></a>\n\n## Status\n\n[a](#links) [b](#status)\n',
	});

	expect(htmlOf({ pages }, "/")).toContain(
		'<a href="#user-content-links">a</a> <a href="#status">b</a>',
	);
	expect(problems).toEqual([]);
});

test("ids of elements, and of links that only mark their place, can be linked to", () => {
	const text =
		'<div id="own">\n\na <b id=two>b</b>\n</div>\n\n## Part <a href="#here" id="here"></a>';

	expect([...render(text).body.anchors]).toEqual(expect.arrayContaining(["own", "two", "here"]));
});

test("links and pictures in HTML are resolved like those of Markdown", () => {
	const { body } = render('<p><a href="b.md"><img src="c.png" width="40"></a></p>');

	expect(body.parts.filter((part) => typeof part === "object")).toMatchObject([
		{ kind: "link", target: "b.md", line: 1 },
		{ kind: "image", target: "c.png", line: 1, width: "40", attributes: ' alt=""' },
	]);
});

test("an alert whose marker has a paragraph of its own leaves no empty paragraph", () => {
	expect(htmlOfBody(render("> [!NOTE]\n>\n> Text").body)).not.toContain("<p></p>");
});

test("whatever an author writes, every element that opens is closed and none is forbidden", () => {
	const piece = fc.constantFrom(
		..."<div> </div> <p> </p> <script> </script> <table> <td> </table> *a* - `b`".split(" "),
		..."<h1> </h1> </a> <!-- --> <b".split(" "),
		...["\n\n", "> ", "- ", "<a href=x>"],
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
	const { body } = renderer.render("a.md", text, 1);
	return { body, html: htmlOfBody(body) };
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
