import { expect, test } from "vitest";
import { checkIsland } from "../../../src/app/content-checks.ts";
import { ISLAND_TABLE } from "../../../src/app/islands/island-table.tsx";
import { renderIsland } from "../../../src/app/islands/render-island.tsx";
import type { IslandPage, IslandSources } from "../../../src/shared/page/islands.ts";

test("recent-pages lists the newest first, and as many as asked for", () => {
	const html = render("recent-pages", { limit: "2" });

	expect(linksIn(html)).toEqual(["/base/guides/deploy", "/base/about"]);
	expect(html).toContain('<time dateTime="2026-11-03">Nov 3, 2026</time>');
});

test("recent-pages keeps to the pages below a path", () => {
	const html = render("recent-pages", { path: "/guides/" });

	expect(linksIn(html)).toEqual(["/base/guides/deploy", "/base/guides", "/base/guides/install"]);
});

test("page-list shows the children of the page it stands on, in their order", () => {
	const html = render("page-list", {}, { path: "/guides" });

	expect(linksIn(html)).toEqual(["/base/guides/install", "/base/guides/deploy"]);
	expect(html).toContain('<strong class="card-title">Install</strong>');
	expect(html).toContain('<span class="card-text">Get &lt;it&gt;</span>');
	expect(html).toContain("<svg>lucide:download</svg>");
});

test("page-list of the root shows the top level", () => {
	const html = render("page-list", { path: "/" });

	expect(linksIn(html)).toEqual(["/base/about", "/base/guides"]);
});

test("page-list of a path without pages says so", () => {
	const html = render("page-list", { path: "/nothing/here" });

	expect(html).toBe('<p class="island-empty">No pages yet.</p>');
});

test("build-info names build, revision and the number of pages", () => {
	const html = render("build-info", {});

	expect(html).toContain("<code>build-1</code>");
	expect(html).toContain("<code>revision-1</code>");
	expect(html).toContain("<dd>5</dd>");
});

const NO_ISLANDS = ["absent", "", "constructor", "__proto__", "Recent-Pages"];

test.each(NO_ISLANDS)("there is no island %j", (name) => {
	expect(renderIsland(ISLAND_TABLE, NO_ICONS, { name, props: {}, sources: SOURCES })).toEqual({
		kind: "unknown",
	});
});

test.each([
	["recent-pages", { limit: "many" }, "limit must be a whole number from 1 to 50"],
	["recent-pages", { limit: "0" }, "limit must be a whole number from 1 to 50"],
	["recent-pages", { limit: 2.5 }, "limit must be a whole number from 1 to 50"],
	["recent-pages", { limit: ["1", "2"] }, "limit must be a whole number from 1 to 50"],
	["recent-pages", { limit: { toString: "5" } }, "limit must be a whole number from 1 to 50"],
	["recent-pages", { onclick: "alert(1)" }, 'There is no prop named "onclick"'],
	["page-list", { path: "//evil.example" }, "path must be a path that starts with a slash"],
	["page-list", { path: 7 }, "path must be a path that starts with a slash"],
	["build-info", { constructor: "x" }, 'There is no prop named "constructor"'],
	["build-info", JSON.parse('{"__proto__":{"a":1}}'), 'There is no prop named "__proto__"'],
])("%s refuses %j and says why", (name, props, reason) => {
	const rendering = renderIsland(ISLAND_TABLE, NO_ICONS, { name, props, sources: SOURCES });

	expect(rendering).toEqual({ kind: "refused", reason });
});

test.each([
	["recent-pages", { limit: "7" }, undefined],
	["page-list", {}, undefined],
	["recent-pages", { limit: "7", refresh: "60" }, undefined],
	["absent", {}, 'There is no island named "absent"'],
	["recent-pages", { limit: "many" }, "limit must be a whole number from 1 to 50"],
	["build-info", { refresh: "often" }, "refresh must be a whole number from 5 to 86400"],
])("an author who writes %s with %j is told %j", (name, props, problem) => {
	expect(checkIsland(name, props)).toBe(problem);
});

test("what a page is called is text, whatever it says", () => {
	const pages = [pageAt("/x", { title: '<script>alert("1")</script>' })];

	const html = render("recent-pages", {}, { pages });

	expect(html).toContain("&lt;script&gt;");
});

const NO_ICONS = {
	markup: (name: string) => `<svg>${name}</svg>`,
	request: () => undefined,
	subscribe: () => () => undefined,
};

const SOURCES: IslandSources = {
	basePath: "/base",
	locale: "en",
	buildId: "build-1",
	revisionId: "revision-1",
	path: undefined,
	pages: [
		pageAt("/", { day: 9 }),
		pageAt("/about", { day: 2 }),
		pageAt("/guides", { day: 2 }),
		pageAt("/guides/install", {
			title: "Install",
			description: "Get <it>",
			icon: "lucide:download",
		}),
		pageAt("/guides/deploy", { day: 3, title: "Deploy" }),
	],
};

function render(
	name: string,
	props: Readonly<Record<string, unknown>>,
	sources: Partial<IslandSources> = {},
): string {
	const request = { name, props, sources: { ...SOURCES, ...sources } };
	const rendering = renderIsland(ISLAND_TABLE, NO_ICONS, request);
	if (rendering.kind !== "rendered") throw new Error(JSON.stringify(rendering));
	return rendering.html;
}

function pageAt(
	path: string,
	{ day = 1, ...page }: Partial<IslandPage> & { readonly day?: number } = {},
): IslandPage {
	return { path, title: path, modifiedMs: Date.UTC(2026, 10, day), ...page };
}

function linksIn(html: string): string[] {
	return Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = ""]) => href);
}
