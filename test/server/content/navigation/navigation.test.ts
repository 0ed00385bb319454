import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import {
	navigationFor,
	neighborsOf,
} from "../../../../src/server/content/navigation/navigation.ts";
import { createPageTree } from "../../../../src/server/content/navigation/page-tree.ts";
import type { Page } from "../../../../src/server/content/pages/page.ts";
import { readFixture } from "../../../support/read-fixture.ts";
import { type SiteFiles, writeSiteFolder } from "../../../support/site-folder.ts";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

interface Case {
	readonly files: SiteFiles;
	/** Paths of pages that visitors may not see. */
	readonly hidden?: readonly string[];
	/** What a page has, of its sections, sidebar, titles in the sidebar, and neighbors by their paths. */
	readonly at: Readonly<Record<string, object>>;
}

test.each(Object.entries(readFixture<Case>("navigation.yaml")))("%s", async (_name, {
	files,
	hidden = [],
	at,
}) => {
	const revision = await revisionOf(files);
	const isVisible = ({ path }: Page) => !hidden.includes(path);

	for (const [path, expected] of Object.entries(at)) {
		const { sections, sidebar } = navigationFor(revision, path, isVisible);
		const { previous, next } = neighborsOf(revision, path, isVisible);

		expect({
			...{ sections, sidebar, titles: sidebar.map(({ title }) => title) },
			...{ previous: previous?.path ?? null, next: next?.path ?? null },
			nextTitle: next?.title,
		}).toMatchObject(expected);
	}
});

test("a link to a page that redirects says so", async () => {
	const revision = await revisionOf({
		"site.yaml": "routeRules: { /moved: { redirect: /guide } }\n",
		"pages/index.md": "[old](old.md) [moved](moved.md) [guide](guide/index.md)\n",
		"pages/old.md": "---\nredirect: /guide/a\n---\n# Old\n",
		"pages/moved.md": "# Moved\n",
		"pages/guide/index.md": "---\nredirect: /guide/a\n---\n",
		"pages/guide/a.md": "# A\n",
	});

	for (const path of ["/old", "/moved", "/guide"]) {
		expect(htmlOf(revision, "/")).toContain(`href="${path}" data-redirect`);
	}
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
