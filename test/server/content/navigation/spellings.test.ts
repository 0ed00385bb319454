import { expect, test } from "vitest";
import { createSpellings } from "../../../../src/server/content/routing/spellings.ts";
import { readRows } from "../../../support/read-fixture.ts";

const SPELLINGS = createSpellings([
	{ path: "/", name: "index.md" },
	{ path: "/Guide/install", name: "2.Guide/1.install.md" },
	{ path: "/Guide", name: "2.Guide/index.md" },
	{ path: "/docs/new", name: "docs/new.md", formerPaths: ["/Old/Path/", "older.html", "/guide"] },
]);

test.each(
	readRows<[spelling: string, path: string]>("content/names.yaml", "spellings"),
)("%s finds the page at %s", (spelling, path) => {
	expect(SPELLINGS.get(spelling)).toBe(path);
});

test("an address that two pages had before leads to one of them, whichever was saved first", () => {
	const pages = ["/news/b", "/news/a", "/deep/news/a"].map((path) => {
		return { path, name: `${path}.md`, formerPaths: ["/old"] };
	});

	for (const order of [pages, pages.toReversed()]) {
		expect(createSpellings(order).get("/old")).toBe("/news/a");
	}
});

test.each([
	"/guide/installation",
	"/install",
	"/.md",
	"/2.guide/1.install.html",
])("%s finds no page", (spelling) => {
	expect(SPELLINGS.get(spelling)).toBeUndefined();
});
