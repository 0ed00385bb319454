import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import type { Page } from "../../../../src/server/content/pages/page.ts";
import { navigationFor, neighborsOf } from "../../../../src/server/content/site-tree/navigation.ts";
import { createPageTree } from "../../../../src/server/content/site-tree/page-tree.ts";
import { writeSiteFolder } from "../../../support/site-folder.ts";
import { problemsOf, revisionOf } from "../revision-of.ts";

const SITE = {
	"site.yaml": "name: Example",
	"pages/index.md": "",
	"pages/2.guide/index.md": "# The Guide",
	"pages/2.guide/2.write.md": "# Write",
	"pages/2.guide/1.install.md": "# Install",
	"pages/2.guide/3.deep/a.md": "# A",
	"pages/2.guide/3.deep/b.md": "# B",
	"pages/2.guide/4.closed/c.md": "# C",
	"pages/1.start/first.md": "# First",
	"pages/about.md": "# About",
};

test("the sections are the top level, in order", async () => {
	const revision = await revisionOf(SITE);

	expect(navigationFor(revision, "/", everything).sections).toEqual([
		{ title: "Start", path: "/start/first", folder: "/start" },
		{ title: "The Guide", path: "/guide" },
		{ title: "About", path: "/about" },
	]);
});

test("the sidebar is the page's section, with only the branches open that lead to it", async () => {
	const revision = await revisionOf(SITE);

	expect(navigationFor(revision, "/guide/deep/a", everything).sidebar).toEqual([
		{
			title: "The Guide",
			path: "/guide",
			children: [
				{ title: "Install", path: "/guide/install" },
				{ title: "Write", path: "/guide/write" },
				{
					title: "Deep",
					children: [
						{ title: "A", path: "/guide/deep/a" },
						{ title: "B", path: "/guide/deep/b" },
					],
				},
				{ title: "Closed", path: "/guide/closed/c", folder: "/guide/closed" },
			],
		},
	]);
});

test.each([
	"/",
	"/about",
	"/nowhere",
])("the page %s is in no section and has no sidebar", async (path) => {
	const revision = await revisionOf(SITE);

	expect(navigationFor(revision, path, everything).sidebar).toEqual([]);
});

test("an error below a section keeps the section's sidebar", async () => {
	const revision = await revisionOf(SITE);

	const { sidebar } = navigationFor(revision, "/guide/nowhere", everything);

	expect(sidebar.map(({ path }) => path)).toEqual(["/guide"]);
});

test("a folder of pages alone lists them all in the sidebar, and has no sections", async () => {
	const revision = await revisionOf({ "README.md": "# Home", "b.md": "", "a.md": "" });

	expect(navigationFor(revision, "/a", everything)).toEqual({
		sections: [],
		sidebar: [
			{ title: "Home", path: "/" },
			{ title: "A", path: "/a" },
			{ title: "B", path: "/b" },
		],
	});
});

test("many single pages beside folders stay out of the header and share a sidebar", async () => {
	const names = Array.from({ length: 12 }, (_, index) => `page-${index + 1}.md`);
	const revision = await revisionOf({
		"guide/a.md": "",
		...Object.fromEntries(names.map((name) => [name, ""])),
	});

	const { sections, sidebar } = navigationFor(revision, "/page-1", everything);

	expect(sections).toEqual([{ title: "Guide", path: "/guide/a", folder: "/guide" }]);
	expect(sidebar.map(({ title }) => title).slice(0, 3)).toEqual(["Page 1", "Page 2", "Page 3"]);
	expect(sidebar).toHaveLength(12);
});

test.each([
	["---\nnavigation: {order: 1}\n---", "order of the navigation"],
	["---\nsidebar_position: 1\n---", "position of Docusaurus"],
	["---\norder: 1\n---", "order of the front matter"],
])("pages with an order come first: %s", async (text) => {
	const revision = await revisionOf({ "a.md": "", "b.md": "", "z.md": text });

	expect(titles(navigationFor(revision, "/a", everything).sidebar)).toEqual(["Z", "A", "B"]);
});

test("the front matter decides before the number of the file", async () => {
	const revision = await revisionOf({ "1.a.md": "---\norder: 9\n---", "2.b.md": "" });

	expect(titles(navigationFor(revision, "/a", everything).sidebar)).toEqual(["B", "A"]);
});

test.each([
	["navigation: {title: Short}", "Short"],
	["sidebar_label: Short", "Short"],
	["title: Long", "Long"],
])("a page with %s is listed as %s", async (line, title) => {
	const revision = await revisionOf({ "a.md": `---\n${line}\n---\n# Heading` });

	expect(titles(navigationFor(revision, "/a", everything).sidebar)).toEqual([title]);
});

test.each([
	"navigation: false",
	"hidden: true",
])("%s keeps a page out of every list", async (line) => {
	const revision = await revisionOf({ "a.md": `---\n${line}\n---`, "b.md": "", "c.md": "" });

	expect(titles(navigationFor(revision, "/a", everything).sidebar)).toEqual(["B", "C"]);
	expect(neighborsOf(revision, "/a", everything)).toEqual({});
	expect(revision.pages.has("/a")).toBe(true);
});

test("what visitors may not see is in no list, and neither is its title", async () => {
	const revision = await revisionOf({
		"open/index.md": "# Secret Plans",
		"open/a.md": "",
		"open/b.md": "",
		"shut/index.md": "# Shut",
		"shut/c.md": "",
	});
	const hidden = new Set(["/open", "/open/b", "/shut", "/shut/c"]);
	const isVisible = ({ path }: Page): boolean => !hidden.has(path);

	expect(navigationFor(revision, "/open/a", isVisible)).toEqual({
		sections: [{ title: "Open", path: "/open/a", folder: "/open" }],
		sidebar: [{ title: "Open", children: [{ title: "A", path: "/open/a" }] }],
	});
	expect(neighborsOf(revision, "/open/a", isVisible)).toEqual({});
});

test("icons are markup, and one that does not exist is left out", async () => {
	const siteFolder = await writeSiteFolder({
		"a.md": "---\nnavigation: {icon: 'lucide:a'}\n---",
		"b.md": "---\nnavigation: {icon: 'lucide:b'}\n---",
	});
	const revision = await loadRevision({
		siteFolder,
		environment: {},
		resolveIcon: (name) => (name === "lucide:a" ? "<svg/>" : undefined),
	});

	expect(navigationFor(revision, "/a", everything).sidebar).toEqual([
		{ title: "A", path: "/a", icon: "<svg/>" },
		{ title: "B", path: "/b" },
	]);
	expect(problemsOf(revision)).toEqual(['b.md:2 Icon "lucide:b" is in no collection']);
});

test("neighbors follow the order of the section, through its folders", async () => {
	const revision = await revisionOf(SITE);

	expect(neighborsOf(revision, "/guide/write", everything)).toEqual({
		previous: { path: "/guide/install", title: "Install" },
		next: { path: "/guide/deep/a", title: "A" },
	});
});

test("the first and the last page of a section have one neighbor", async () => {
	const revision = await revisionOf(SITE);

	expect(neighborsOf(revision, "/guide", everything)).toEqual({
		next: { path: "/guide/install", title: "Install" },
	});
	expect(neighborsOf(revision, "/guide/closed/c", everything)).toEqual({
		previous: { path: "/guide/deep/b", title: "B" },
	});
});

test("neighbors lead from the first page of a section to its last, around what is hidden", async () => {
	const revision = await revisionOf(SITE);
	const isVisible = ({ path }: Page): boolean =>
		!["/guide/install", "/guide/deep/b"].includes(path);

	const walked: string[] = [];
	let path: string | undefined = "/guide";
	while (path !== undefined) {
		walked.push(path);
		path = neighborsOf(revision, path, isVisible).next?.path;
	}
	const back = walked.map((page) => neighborsOf(revision, page, isVisible).previous?.path);

	expect(walked).toEqual(["/guide", "/guide/write", "/guide/deep/a", "/guide/closed/c"]);
	expect(back).toEqual([undefined, ...walked.slice(0, -1)]);
});

test("a page of ten thousand is found its place without asking about all of them", () => {
	const pages = pagesOfFolders(100, 100);
	const revision = {
		tree: createPageTree({ ...TREE_OPTIONS, pages }),
		pages: new Map(pages.map((page) => [page.path, page])),
		config: { editions: { locales: [], versions: [] } },
	};
	let asked = 0;
	const isVisible = (): boolean => {
		asked += 1;
		return true;
	};

	const { sidebar } = navigationFor(revision, "/50/50", isVisible);
	const neighbors = neighborsOf(revision, "/50/50", isVisible);

	expect(sidebar[0]?.children).toHaveLength(100);
	expect(neighbors.next?.path).toBe("/50/51");
	// Twice for each folder of the header, and for each page of the sidebar.
	expect(asked).toBeLessThan(1500);
});

test("a page that only redirects is in no list, and still names its folder", async () => {
	const { tree, pages, ...revision } = await revisionOf({
		"site.yaml": "routeRules: { /moved: { redirect: /guide/a } }\n",
		"pages/index.md": "[old](old.md) [moved](moved.md) [guide](guide/index.md)\n",
		"pages/old.md": "---\nredirect: /guide/a\n---\n# Old\n",
		"pages/moved.md": "# Moved\n",
		"pages/guide/index.md": "---\nredirect: /guide/a\ntitle: User guide\n---\n",
		"pages/guide/a.md": "# A\n",
		"pages/guide/b.md": "---\nredirect: /guide/a\n---\n# B\n",
		"pages/guide/c.md": "# C\n",
		"pages/secret/index.md": "---\nredirect: /guide/a\ntitle: Zebra\ndraft: true\n---\n",
		"pages/secret/d.md": "# D\n",
	});
	const site = { ...revision, tree, pages };

	const { sections, sidebar } = navigationFor(site, "/guide/a", everything);
	expect(sections).toEqual([
		{ title: "Secret", path: "/secret/d", folder: "/secret" },
		{ title: "User guide", path: "/guide/a", folder: "/guide" },
	]);
	expect(sidebar).toEqual([
		{
			title: "User guide",
			children: [
				{ title: "A", path: "/guide/a" },
				{ title: "C", path: "/guide/c" },
			],
		},
	]);
	expect(neighborsOf(site, "/guide/a", everything)).toEqual({
		next: { path: "/guide/c", title: "C" },
	});
	for (const path of ["/old", "/moved", "/guide"]) {
		expect(pages.get("/")?.html).toContain(`href="${path}" data-redirect`);
	}
});

const TREE_OPTIONS = { orders: new Map(), locale: "en", resolveIcon: () => undefined };

function pagesOfFolders(folders: number, pagesEach: number): Page[] {
	return Array.from({ length: folders * pagesEach }, (_, index) => {
		const path = `/${Math.floor(index / pagesEach)}/${index % pagesEach}`;
		// The tree looks at nothing else.
		return { path, title: path, navigation: { title: path } } as Page;
	});
}

function everything(): boolean {
	return true;
}

function titles(items: readonly { readonly title: string }[]): string[] {
	return items.map(({ title }) => title);
}
