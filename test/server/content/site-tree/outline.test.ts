import { expect, test } from "vitest";
import { navigationFor, neighborsOf } from "../../../../src/server/content/site-tree/navigation.ts";
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
navigationOrder: name
navigation:
  - title: Guide
    section: true
    pages:
      - docs/02-write.md
      - title: First steps
        collapsed: true
        pages: [docs/01-install.md, { page: docs/api/z.md, title: Renamed }]
      - docs/gone.md
  - title: API
    section: continued
    folder: docs/api
  - title: Blog
    section: continued
    pages: [{ folder: blog }]
  - loose.md
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

const everything = (): boolean => true;

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

test("the navigation is what the operator has written", async () => {
	const revision = await revisionOf(SITE);

	expect(navigationFor(revision, "/docs/write", everything)).toEqual({
		sections: [
			{ title: "Guide", path: "/docs/write", isCurrent: true },
			{ title: "API", path: "/docs/api/a" },
			{ title: "Blog", path: "/blog/post" },
		],
		sidebar: [
			{ title: "Write", path: "/docs/write" },
			{ title: "First steps", path: "/docs/install" },
		],
	});
	expect(navigationFor(revision, "/docs/install", everything).sidebar[1]).toEqual({
		title: "First steps",
		children: [
			{ title: "Install", path: "/docs/install" },
			{ title: "Renamed", path: "/docs/api/z" },
		],
	});
});

test("the next page is that of the same section, and of the next one where sections continue", async () => {
	const revision = await revisionOf(SITE);
	const next = (path: string) => neighborsOf(revision, path, everything).next?.path;

	expect(next("/docs/write")).toBe("/docs/install");
	expect(next("/docs/install")).toBe("/docs/api/z");
	// A page of two sections is shown in the first of them.
	expect(next("/docs/api/z")).toBeUndefined();
	expect(next("/docs/api/a")).toBe("/docs/api/z");
	expect(neighborsOf(revision, "/blog/post", everything).previous?.path).toBe("/docs/api/z");
});

test("a page that is listed twice stands where it is first", async () => {
	const revision = await revisionOf({
		"site.yaml":
			"navigation:\n  - { title: One, section: continued, pages: [a.md, b.md, a.md, c.md] }\n  - { title: Two, section: continued, pages: [b.md, d.md] }\n",
		"a.md": "# A",
		"b.md": "# B",
		"c.md": "# C",
		"d.md": "# D",
	});
	const neighbors = ["/a", "/b", "/c", "/d"].map((path) => {
		const { previous, next } = neighborsOf(revision, path, everything);
		return [previous?.path, next?.path];
	});

	expect(neighbors).toEqual([
		[undefined, "/b"],
		["/a", "/c"],
		["/b", "/d"],
		["/c", undefined],
	]);
});

test("a section of the home page alone is not that of the pages of others, nor of those in none", async () => {
	const revision = await revisionOf({
		"site.yaml":
			"navigation:\n  - { title: Home, section: true, page: index.md }\n  - { title: Guide, section: true, folder: guide }\n  - loose.md\n",
		"index.md": "# Home",
		"guide/a.md": "# A",
		"loose.md": "# Loose",
	});
	const current = (path: string) =>
		navigationFor(revision, path, everything).sections.map(({ isCurrent }) => isCurrent === true);

	expect(current("/")).toEqual([true, false]);
	expect(current("/guide/a")).toEqual([false, true]);
	expect(navigationFor(revision, "/loose", everything).sections[0]?.isCurrent).toBe(false);
});
