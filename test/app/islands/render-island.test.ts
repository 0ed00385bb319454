import { expect, test } from "vitest";
import { checkIsland } from "../../../src/app/content-checks.ts";
import { ISLAND_TABLE } from "../../../src/app/islands/island-table.tsx";
import { renderIsland } from "../../../src/app/islands/render-island.tsx";
import type { IslandPage, IslandSources } from "../../../src/shared/page/islands.ts";

test.each([
	[
		"the newest first, as many as asked for",
		"recent-pages",
		{ limit: "2" },
		undefined,
		["/guides/deploy", "/about"],
	],
	[
		"the newest below a path",
		"recent-pages",
		{ path: "/guides/" },
		undefined,
		["/guides/deploy", "/guides", "/guides/install"],
	],
	[
		"the children of its page, in their order",
		"page-list",
		{},
		"/guides",
		["/guides/install", "/guides/deploy"],
	],
	["the top level", "page-list", { path: "/" }, undefined, ["/about", "/guides"]],
] as const)("%s: %s", (_what, name, props, path, paths) => {
	const links = linksIn(render(name, props, { path }));

	expect(links).toEqual(paths.map((one) => `/base${one}`));
});

test("a list has dates, titles, descriptions and icons as markup, and says when it is empty", () => {
	const recent = render("recent-pages", { limit: "2" });
	const list = render("page-list", {}, { path: "/guides" });

	expect(recent).toContain('<time dateTime="2026-11-03">Nov 3, 2026</time>');
	expect(list).toContain('<strong class="card-title">Install</strong>');
	expect(list).toContain('<span class="card-text">Get &lt;it&gt;</span>');
	expect(list).toContain("<svg>lucide:download</svg>");
	expect(render("page-list", { path: "/nothing/here" })).toBe(
		'<p class="island-empty">No pages yet.</p>',
	);
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
