import { expect, test } from "vitest";
import { htmlToMarkdown } from "../../../src/server/seo/page-markdown.ts";
import { createTestSite } from "../../support/test-site.ts";
import { htmlOf } from "../content/revision-of.ts";

const WRITTEN = [
	"# Title with `code`",
	"Text with *emphasis*, **weight**, ~~a mistake~~, `a|b` and [a link](/guide).",
	"![A plan](/plan.png)",
	"```ts\nconst a = '<b>';\n\n// end\n```",
	"- one\n  - inner\n- two",
	"3. three\n4. four",
	"- [ ] open\n- [x] done",
	"> quoted\n>\n> twice",
	"| a | b |\n| --- | --- |\n| 1 | 2 \\| 3 |",
	"---",
	"line\\\nbreak and 2 \\* 3",
].join("\n\n");

test("the Markdown of a page says what its author wrote", async () => {
	const { revision } = await createTestSite({
		files: { "index.md": WRITTEN, "guide.md": "# Guide\n", "plan.png": "" },
	});

	const markdown = htmlToMarkdown(htmlOf(revision, "/"), (url) => url);

	expect(markdown).toBe(WRITTEN);
});

test("an image with other sizes is written as the image", () => {
	const html =
		'<p>A <picture><source srcset="/b 1w"><img src="/a.png" alt="b"></picture>, as <em>drawn</em>.</p>';

	expect(htmlToMarkdown(html, (url) => url)).toBe("A ![b](/a.png), as *drawn*.");
});

test("what only some visitors see, and what is drawn, is left out", () => {
	const html =
		'<p>Open</p><template data-flag="x"><p>secret</p></template><svg><text>drawn</text></svg><!-- note --><script>run()</script>';

	expect(htmlToMarkdown(html, (url) => url)).toBe("Open");
});

test("broken HTML becomes text, and what is nested too deeply is left out", () => {
	const deep = `before${"<div>".repeat(20_000)}deep${"</div>".repeat(10)}`;

	expect(htmlToMarkdown(deep, (url) => url)).toBe("before");
	expect(htmlToMarkdown("a <b>bold</i> &amp; &#x41;</p>", (url) => url)).toContain(
		"a **bold & A**",
	);
});
