import { expect, test } from "vitest";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

const SITE = {
	"site.yaml": `
content:
  - { folder: website/docs, at: /docs, numbers: any }
  - { folder: website/blog, at: /blog }
exclude: ["**/_*.md"]
publicFolder: website/static
basePath: /base
anchors: mkdocs
navigation: [docs/02-write.md, docs/gone.md, { folder: docs }, { folder: blog }, loose.md]
`,
	"website/docs/01-install.md":
		"# Install\n\n[Write](./02-write.md) [with base](/base/docs/write)\n\n## Öl & Öl\n\n## Öl & Öl",
	"website/docs/02-write.md": "# Write",
	"website/docs/_part.md": "# Part",
	"website/docs/api/a.md": "# Second by title",
	"website/docs/api/z.md": "# First",
	"website/blog/1.post.md": "# Post",
	"website/static/robots.txt": "",
	"README.md": "# Not a page",
};

test("a layout says where pages and files are, and what of them is left out", async () => {
	const revision = await revisionOf(SITE);

	expect([...revision.pages.keys()]).toEqual([
		"/docs/install",
		"/docs/write",
		"/docs/api/a",
		"/docs/api/z",
		"/blog/post",
	]);
	expect([...revision.files.keys()]).toEqual(["/robots.txt"]);
	expect(problemsOf(revision)).toEqual([
		'site.yaml:- Navigation names a page that is not there: "docs/gone.md"',
		'site.yaml:- Navigation names a page that is not there: "loose.md"',
	]);
});

test("links are found under the names of files and with the base path, ids are those of the style", async () => {
	const html = htmlOf(await revisionOf(SITE), "/docs/install");

	expect(html.match(/href="\/base[^"]*"/g)).toEqual([
		'href="/base/docs/write"',
		'href="/base/docs/write"',
	]);
	expect(html).toContain('id="ol-ol"');
	expect(html).toContain('id="ol-ol_1"');
});
