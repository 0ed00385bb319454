import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import { readFixture, readRows } from "../../../support/read-fixture.ts";
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

test.each(
	readRows<[target: string, href: string]>("content/links.yaml", "leads"),
)("the link %s leads to %s", async (target, href) => {
	const revision = await revisionOf({
		...SITE,
		"pages/1.guide/index.md": `# Guide\n\n[x](${target})`,
	});

	expect(htmlOf(revision, "/guide")).toContain(`<a href="${href}">x</a>`);
	expect(problemsOf(revision)).toEqual([]);
});

interface LinkPages {
	readonly files: Readonly<Record<string, string>>;
	/** `/` unless said. */
	readonly at?: string;
	readonly shown?: readonly string[];
	readonly problems?: readonly string[];
}

test.each(Object.entries(readFixture<LinkPages>("content/link-pages.yaml")))("%s", async (_name, {
	files,
	at = "/",
	shown = [],
	problems = [],
}) => {
	const revision = await revisionOf({ ...SITE, ...files });

	for (const part of shown) expect(htmlOf(revision, at)).toContain(part);
	expect(problemsOf(revision)).toEqual(problems);
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
