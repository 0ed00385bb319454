import { expect, test } from "vitest";
import { fillIslands, type IslandBudget } from "../../../src/server/pages/fill-islands.ts";
import type { IslandSources } from "../../../src/shared/page/islands.ts";
import { recordedLog } from "../../support/recorded-log.ts";
import { createTestSite } from "../../support/test-site.ts";

const PLACE = '<div data-island="list" data-props="{}"></div>';
const ROOM: IslandBudget = { count: 1000, length: 1_000_000, ms: 60_000 };

test.each([
	["count", { ...ROOM, count: 3 }, 3],
	["length of their HTML", { ...ROOM, length: 250 }, 3],
	["time", { ...ROOM, ms: -1 }, 0],
])("islands of a page share a budget: their %s", (_what, budget, shown) => {
	const leftOut: string[] = [];
	const html = fillIslands(PLACE.repeat(10), {
		renderIsland: renderHundred,
		readSources: () => SOURCES,
		onLeftOut: (names) => leftOut.push(...names),
		budget,
	});

	expect(html.match(/data-island/g) ?? []).toHaveLength(shown);
	expect(leftOut).toEqual(Array.from({ length: 10 - shown }, () => "list"));
});

test("a page of thousands of islands is answered soon, and not large", async () => {
	const pages = Array.from({ length: 50 }, (_, index) => [`pages/a/p${index}.md`, "# Page\n"]);
	const { log, lines: warnings } = recordedLog("warn");
	const { service, revision } = await createTestSite({
		files: {
			...Object.fromEntries(pages),
			"pages/index.md": "::island{page-list path=/a}\n\n".repeat(2000),
		},
		dependencies: { log },
	});

	const { statusCode, body } = await service.inject("/?page=2");
	await service.inject("/?page=3");

	expect(statusCode).toBe(200);
	expect(body).toContain('class="cards"');
	expect(body.length).toBeLessThan(2_500_000);
	expect(revision.problems).toContainEqual({
		file: "pages/index.md",
		line: 401,
		message: 'Island "page-list" is left out: a page shows its first 200 islands',
	});
	expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
		{
			problem: { file: "pages/index.md", message: expect.stringContaining('from "page-list" on') },
		},
	]);
});

const SOURCES: IslandSources = {
	basePath: "",
	locale: "en",
	pages: [],
	buildId: "build",
	revisionId: "revision",
	path: undefined,
};

function renderHundred() {
	return { kind: "rendered", html: "x".repeat(100), props: {} } as const;
}
