import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import { writeSiteFolder } from "../../../support/site-folder.ts";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

const SITE = {
	"site.yaml": 'public: ["**"]',
	"pages/index.md": "# Home",
	"pages/1.guide/index.md": "# Guide",
	"pages/1.guide/2.install.md": "# Install\n\n## First Step\n",
	"pages/1.guide/README-notes.md": "# Notes",
	"pages/Guides/Getting-Started.md": "# Start",
	"pages/other/README.md": "# Other",
	"pages/a b/ü.md": "# Ü",
	"pages/1.guide/plan.pdf": "x",
	"public/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
};

test.each([
	["2.install.md", "/guide/install"],
	["./2.install.md", "/guide/install"],
	["install.md", "/guide/install"],
	["install.mdx", "/guide/install"],
	["install", "/guide/install"],
	["INSTALL.md", "/guide/install"],
	["install/", "/guide/install"],
	["install.html", "/guide/install"],
	["./install.md?tab=npm#first-step", "/guide/install?tab=npm#first-step"],
	["install#First-Step", "/guide/install#first-step"],
	["install#:~:text=Step", "/guide/install#:~:text=Step"],
	["..", "/"],
	["../", "/"],
	["../index.md", "/"],
	["../README.md", "/"],
	["index.md", "/guide"],
	["./", "/guide"],
	["../other", "/other"],
	["../other/", "/other"],
	["../other/README.md", "/other"],
	["../other/index.md", "/other"],
	["../guides/getting-started.md", "/Guides/Getting-Started"],
	["/guide/install", "/guide/install"],
	["/guide/install.md", "/guide/install"],
	["/1.guide/2.install.md", "/guide/install"],
	["/", "/"],
	["../../../../index.md", "/"],
	["<../a b/ü.md>", "/a%20b/%C3%BC"],
	["../a%20b/%C3%BC.md", "/a%20b/%C3%BC"],
	["#guide", "#guide"],
	["?q=1", "?q=1"],
	["https://example.org/x.md", "https://example.org/x.md"],
	["mailto:me@example.org", "mailto:me@example.org"],
])("the link %s leads to %s", async (target, href) => {
	const revision = await revisionOf({
		...SITE,
		"pages/1.guide/index.md": `# Guide\n\n[x](${target})`,
	});

	expect(htmlOf(revision, "/guide")).toContain(`<a href="${href}">x</a>`);
	expect(problemsOf(revision)).toEqual([]);
});

test("a link relative to the page instead of the file is understood", async () => {
	const revision = await revisionOf({
		...SITE,
		"pages/1.guide/2.install.md": "[x](../README-notes)",
	});

	expect(htmlOf(revision, "/guide/install")).toContain('<a href="/guide/README-notes">x</a>');
});

test("a reference-style link is a link like others", async () => {
	const revision = await revisionOf({
		"index.md": "See [that][x].\n\n[x]: ./b.md 'Title'",
		"b.md": "",
	});

	expect(htmlOf(revision, "/")).toContain('<a href="/b" title="Title">that</a>');
});

test("the base path stands before every address of the site, and before no other", async () => {
	const revision = await revisionOf(
		{
			"pages/index.md":
				"[a](./b.md) [b](/b) [c](/) [d](#x) [e](https://example.org) [f](x.pdf) ![g](/logo.svg)\n\n## X",
			"pages/b.md": "",
			"pages/x.pdf": "",
			"public/logo.svg": SITE["public/logo.svg"],
		},
		{ BASE_PATH: "/docs" },
	);

	const addresses = [...htmlOf(revision, "/").matchAll(/(?:href|src)="([^"]*)"/g)];
	expect(addresses.map(([, address]) => address)).toEqual([
		"/docs/b",
		"/docs/b",
		"/docs",
		"#x",
		"https://example.org",
		"/docs/x.pdf",
		"/docs/logo.svg",
		"#x",
	]);
});

test("a file beside pages is linked as a file", async () => {
	const revision = await revisionOf({
		...SITE,
		"pages/1.guide/index.md": "[plan](plan.pdf?v=1#page=2)",
	});

	expect(htmlOf(revision, "/guide")).toContain(
		'<a href="/guide/plan.pdf?v=1#page=2" data-file>plan</a>',
	);
});

test("a link to nothing is a problem with its line, and keeps an address", async () => {
	const revision = await revisionOf({
		"pages/2.guide/a.md": "---\ntitle: A\n---\n\nText\nand [x](./3.nope.md#y).\n\n- [z](/gone)\n",
	});

	expect(problemsOf(revision)).toEqual([
		'pages/2.guide/a.md:6 Link "./3.nope.md#y" leads to no page and no file',
		'pages/2.guide/a.md:8 Link "/gone" leads to no page and no file',
	]);
	expect(htmlOf(revision, "/guide/a")).toContain(`<a href="/guide/nope#y" data-missing>x</a>`);
});

test("a link to a page that fails for its middleware is not fetched ahead, until it is mended", async () => {
	const failing = "---\nmiddleware: [unknown, known]\n---\n# A\n";
	const siteFolder = await writeSiteFolder({ "index.md": "[x](a.md#b)", "a.md": failing });
	const options = { siteFolder, environment: {}, middleware: new Set(["known"]) };

	const broken = await loadRevision(options);
	await writeFile(join(siteFolder, "a.md"), failing.replace("unknown, ", ""));
	const mended = await loadRevision({ ...options, previous: broken });

	expect(htmlOf(broken, "/")).toContain('<a href="/a#b" data-missing>x</a>');
	expect(problemsOf(broken)).toEqual([
		'a.md:- The page names middleware that does not exist: "unknown"',
	]);
	expect(htmlOf(mended, "/")).toContain('<a href="/a#b">x</a>');
});

test("a link to a redirect or to a page of the app is not broken", async () => {
	const siteFolder = await writeSiteFolder({
		"site.yaml": "routeRules: {/old/**: {redirect: /}}",
		"index.md": "[x](/old/a?b#c) [y](/app) [z](/nope)",
	});

	const revision = await loadRevision({
		siteFolder,
		environment: {},
		isAppPath: (path) => path === "/app",
	});

	expect(htmlOf(revision, "/")).toContain('<a href="/old/a?b#c">x</a> <a href="/app">y</a>');
	expect(problemsOf(revision)).toEqual(['index.md:1 Link "/nope" leads to no page and no file']);
});

test("a link to a heading that does not exist is a problem", async () => {
	const revision = await revisionOf({ "index.md": "[x](b.md#nope) [y](#gone)", "b.md": "# B" });

	expect(problemsOf(revision)).toEqual([
		'index.md:1 Link "b.md#nope" leads to no heading of "/b"',
		'index.md:1 Link "#gone" leads to no heading of "/"',
	]);
	expect(htmlOf(revision, "/")).toContain('<a href="/b#nope">x</a>');
});

test("malformed percent-encoding in a link is a problem, not a crash", async () => {
	const revision = await revisionOf({ "index.md": "[x](./50%.md)" });

	expect(problemsOf(revision)).toEqual([
		'index.md:1 Link "./50%25.md" leads to no page and no file',
	]);
});

test("an image of the site says how much room it needs", async () => {
	const revision = await revisionOf({
		...SITE,
		"pages/index.md": "![Our *logo*](/logo.svg 'Title')",
	});

	expect(htmlOf(revision, "/")).toContain(
		'<img src="/logo.svg" width="20" height="10" alt="Our logo" title="Title" loading="lazy" decoding="async">',
	);
});

test.each([
	["./nope.png", 'index.md:1 Image "./nope.png" is no file of the site'],
	["./b.md", 'index.md:1 Image "./b.md" is no file of the site'],
])("an image that is not a file of the site is a problem: %s", async (target, problem) => {
	const revision = await revisionOf({ "index.md": `![x](${target})`, "b.md": "" });

	expect(problemsOf(revision)).toEqual([problem]);
});

test("a broken image is shown without a size", async () => {
	const revision = await revisionOf({ "index.md": "![x](x.png)", "x.png": "no image" });

	expect(htmlOf(revision, "/")).toContain('<img src="/x.png" alt="x"');
});

test("image and redirect of the front matter are resolved as links are", async () => {
	const revision = await revisionOf(
		{
			"pages/a/b.md": "---\nimage: ./c.png\nredirect: ../d.md#x\n---",
			"pages/a/c.png": "",
			"pages/d.md": "## X",
		},
		{ BASE_PATH: "/docs" },
	);

	expect(revision.pages.get("/a/b")?.frontMatter).toMatchObject({
		image: "/docs/a/c.png",
		redirect: "/docs/d#x",
	});
});

test.each([
	"javascript:alert(1)",
	"data:text/html,x",
	"//evil.example",
	"/\\\\evil.example",
	"./nope.md",
])("a redirect to %s is a problem with its line, and no redirect", async (target) => {
	const revision = await revisionOf({ "a.md": `---\ntitle: A\nredirect: "${target}"\n---` });

	expect(revision.pages.get("/a")?.frontMatter.redirect).toBeUndefined();
	expect(problemsOf(revision)[0]).toMatch(/^a.md:3 "redirect" must lead to a page, a file or/);
});

test("an image of another site stays as it is", async () => {
	const { pages } = await revisionOf({ "a.md": "---\nimage: https://example.org/x.png\n---" });

	expect(pages.get("/a")?.frontMatter.image).toBe("https://example.org/x.png");
});

test.each([
	"javascript:alert(1)",
	"JaVaScRiPt:alert(1)",
	"&#106;avascript:alert(1)",
	"&#x09;javascript:alert(1)",
	"java&#10;script:alert(1)",
	"&NewLine;javascript:alert(1)",
	"\\javascript:alert(1)",
	"vbscript:x",
	"data:text/html,<script>alert(1)</script>",
	"data:image/svg+xml;base64,AAAA",
	"file:///etc/passwd",
	"blob:x",
])("the target %s never becomes an address", async (target) => {
	const revision = await revisionOf({
		"index.md": `[x](${target}) ![y](${target}) <${target}> [z][r]\n\n[r]: <${target}>`,
	});

	const addresses = [...htmlOf(revision, "/").matchAll(/(?:href|src)="([^"]*)"/g)];
	for (const [, address = ""] of addresses) expect(address).toMatch(/^[/#]/);
});
