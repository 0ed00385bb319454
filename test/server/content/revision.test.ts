import { readFileSync } from "node:fs";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import type { LoadedRevision } from "../../../src/server/content/revision.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { htmlOf, problemsOf, revisionOf } from "./revision-of.ts";

test.each([
	["---\ntitle: Of the front matter\n---\n# Heading", "/a", "Of the front matter"],
	["# *Of* the `heading`\n", "/a", "Of the heading"],
	["Setext\n===", "/a", "Setext"],
	["No heading", "/getting-started", "Getting Started"],
	["## Only a second level", "/a-b", "A B"],
	["", "/", ""],
	["# ![](x.svg)", "/logo", "Logo"],
])("the title of %j at %s is %j", async (text, path, title) => {
	const name = path === "/" ? "index.md" : `${path.slice(1)}.md`;

	const { pages } = await revisionOf({ [name]: text });

	expect(pages.get(path)?.title).toBe(title);
});

test("a page that says its address itself is still called as its file", async () => {
	const { pages } = await revisionOf({
		"Tools/Obsidian CLI.md": "---\npermalink: cli\n---\nText",
		"tools/index.md": "---\npermalink: /all-tools\n---\nText",
	});

	expect(pages.get("/cli")?.title).toBe("Obsidian CLI");
	expect(pages.get("/all-tools")?.title).toBe("All Tools");
});

test("paths of a page have the ending of their folder, or are those of site.yaml, and links by file lead there", async () => {
	const revision = await revisionOf({
		"site.yaml":
			"content: [{ folder: pages, ending: html }]\npaths: { pages/2.b.md: /old/b/ }\nnavigation: [a, { title: B, page: 2.b.md }]",
		"pages/index.md": "[a](a.md) [b](2.b.md)",
		"pages/a.md": "# A",
		"pages/2.b.md": "---\nslug: x\n---\n# B",
	});

	expect([...revision.pages.keys()].toSorted()).toEqual(["/", "/a.html", "/old/b"]);
	expect(problemsOf(revision)).toEqual([]);
});

test("a page knows whether it brings its own heading", async () => {
	const { pages } = await revisionOf({ "a.md": "# A", "b.md": "---\ntitle: B\n---\nText" });

	expect(pages.get("/a")?.hasHeading).toBe(true);
	expect(pages.get("/b")?.hasHeading).toBe(false);
});

test("the untitled index is listed under the name of the site", async () => {
	const { pages } = await revisionOf({ "site.yaml": "name: Example", "index.md": "" });

	expect(pages.get("/")?.navigation).toEqual({ title: "Example" });
});

test.each([
	["a.md", "1.a.md", "/a"],
	["index.md", "README.md", "/"],
	["x/index.md", "x/README.md", "/x"],
	["x.md", "x/index.md", "/x"],
	["a.md", "a.mdx", "/a"],
])("of %s and %s the first has the path, the other is a problem", async (first, second, path) => {
	const revision = await revisionOf({ [first]: "# First", [second]: "# Second" });

	const { pages } = revision;
	const winner = pages.get(path)?.file;
	const loser = winner === first ? second : first;
	expect(pages.size).toBe(1);
	expect(problemsOf(revision)).toEqual([
		`${loser}:- The path "${path}" must belong to one file: "${winner}" has it already`,
	]);
});

test.each([
	["slug: setup", "/guide/setup"],
	["slug: /setup", "/setup"],
	["slug: /", "/"],
])("%s moves a page to %s", async (line, path) => {
	const { pages } = await revisionOf({ "guide/install.md": `---\n${line}\n---\n# X` });

	expect([...pages.keys()]).toEqual([path]);
});

test.each(["slug: ../../x", "slug: 'a\\b'"])("%s is a problem", async (line) => {
	const revision = await revisionOf({ "a.md": `---\n${line}\n---\n` });

	expect(problemsOf(revision)[0]).toMatch(/A path must have no backslash/);
});

test.each([
	["/guides/getting-started", "/Guides/Getting-Started"],
	["/guides/index", "/Guides"],
	["/guides/readme", "/Guides"],
	["/guides/getting-started.md", "/Guides/Getting-Started"],
	["/guides/getting-started.html", "/Guides/Getting-Started"],
	["/index", "/"],
	["/readme.md", "/"],
	["/café", "/Café"],
])("the folded path %s leads to %s", async (folded, path) => {
	const { foldedPaths } = await revisionOf({
		"index.md": "",
		"Guides/README.md": "",
		"Guides/Getting-Started.md": "",
		"Cafe\u0301.md": "",
	});

	expect(foldedPaths.get(folded)).toBe(path);
});

test("an alias never hides a page", async () => {
	const { foldedPaths } = await revisionOf({ "a.md": "", "a.html.md": "", "A/index/x.md": "" });

	expect(foldedPaths.get("/a.html")).toBe("/a.html");
});

test("the same content is the same revision, wherever and whenever it was written", async () => {
	const files = { "index.md": "# A", "a.png": "x", "site.yaml": "name: X" };
	const folder = await writeSiteFolder(files);
	const other = await writeSiteFolder(files);
	await utimes(join(other, "index.md"), 1, 1);

	const [one, two] = await Promise.all([folder, other].map(load));

	expect(one?.id).toBe(two?.id);
});

test.each([
	["a page", { "index.md": "# B\n\n![](a.png)" }],
	["a new page", { "b.md": "" }],
	["the configuration", { "site.yaml": "name: Y" }],
	["the redirects", { _redirects: "/a /b" }],
	["a file", { "a.png": "longer" }],
])("a change of %s makes another revision", async (_what, change) => {
	const files = { "index.md": "# A\n\n![](a.png)", "a.png": "x" };

	const before = await revisionOf(files);
	const after = await revisionOf({ ...files, ...change });

	expect(after.id).not.toBe(before.id);
});

test("only the files that have changed are parsed again", async () => {
	const siteFolder = await writeSiteFolder({ "a.md": "[b](b.md#x)", "b.md": "## X" });
	const previous = await load(siteFolder);
	await writeFile(join(siteFolder, "b.md"), "## Something else");

	const next = await loadRevision({ siteFolder, environment: {}, previous });

	expect(next.parsed.get("a.md")).toBe(previous.parsed.get("a.md"));
	expect(problemsOf(next)).toEqual(['a.md:1 Link "b.md#x" leads to no heading of "/b"']);
	expect(htmlOf(next, "/b")).toContain("Something else");
});

test.each([
	[
		"front matter",
		"---\ntitle: 'open\n---\nNew",
		"a.md:2 Must be valid YAML: Missing closing 'quote",
	],
	["an encoding", Buffer.from([0xff]), "a.md:- The file must be encoded in UTF-8"],
])("a page that a save breaks keeps its last good version: %s", async (_what, bytes, problem) => {
	const siteFolder = await writeSiteFolder({ "a.md": "---\ntitle: A\n---\nGood" });
	const first = await load(siteFolder);
	await writeFile(join(siteFolder, "a.md"), bytes);

	const second = await loadRevision({ siteFolder, environment: {}, previous: first });
	const third = await loadRevision({ siteFolder, environment: {}, previous: second });

	for (const revision of [second, third]) {
		expect(revision.pages.get("/a")).toMatchObject({ title: "A", isReadable: true });
		expect(htmlOf(revision, "/a")).toBe("<p>Good</p>\n");
	}
	expect(problemsOf(second).join("\n")).toContain(problem);
	expect(problemsOf(second)[0]).toContain("the last good version of the page is shown");
	expect(problemsOf(third)).toEqual(problemsOf(second));
	// All that is shown is the very same.
	expect(second.id).toBe(first.id);
	expect(second.pages).toBe(first.pages);
	expect(second.tree).toBe(first.tree);
	await writeFile(join(siteFolder, "a.md"), "# Mended\n");
	const mended = await loadRevision({ siteFolder, environment: {}, previous: third });
	expect(problemsOf(mended)).toEqual([]);
	expect(mended.pages.get("/a")?.title).toBe("Mended");
});

test("a page that was never understood is there, as a draft", async () => {
	const { pages } = await revisionOf({ "a.md": "---\ntitle: 'open\n---\n# A" });

	expect(pages.get("/a")).toMatchObject({ isReadable: true, frontMatter: { draft: true } });
});

test("a change of the rule for HTML parses everything again", async () => {
	const siteFolder = await writeSiteFolder({ "index.md": "<b>x</b>" });
	const previous = await load(siteFolder);
	await writeFile(join(siteFolder, "site.yaml"), "markdown: {html: true}");

	const next = await loadRevision({ siteFolder, environment: {}, previous });

	expect(htmlOf(previous, "/")).toContain("&lt;b&gt;");
	expect(htmlOf(next, "/")).toContain("<b>x</b>");
});

function load(siteFolder: string): ReturnType<typeof loadRevision> {
	return loadRevision({ siteFolder, environment: {} });
}

test("a drawing that changes is another one in features and navigation as well", async () => {
	const siteFolder = await writeSiteFolder({
		"icons/own.svg": "<svg>old</svg>",
		"pages/index.md":
			"---\nnavigation: { icon: site:own }\nfeatures: [{ title: Fast, icon: site:own }]\n---\n",
	});
	const drawing = join(siteFolder, "icons/own.svg");
	const read = (previous?: LoadedRevision): Promise<LoadedRevision> =>
		loadRevision({
			...{ siteFolder, environment: {}, previous, nowMs: 0 },
			resolveIcon: (name) => (name === "site:own" ? readFileSync(drawing, "utf8") : undefined),
		});
	const before = await read();

	await writeFile(drawing, "<svg>new one</svg>");
	const after = await read(before);

	const home = after.pages.get("/");
	expect(home?.frontMatter.features?.[0]?.icon).toContain("<svg>new one</svg>");
	expect(after.tree.root.icon).toContain("<svg>new one</svg>");
});
