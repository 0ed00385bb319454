import { expect, test } from "vitest";
import { parsePageName, pathOfFile } from "../../../../src/server/content/page-path.ts";
import { foldPath } from "../../../../src/shared/routing/route-pattern.ts";
import { readRows } from "../../../support/read-fixture.ts";

test.each(
	readRows<[file: string, path: string]>("content/names.yaml", "paths"),
)("the file %s has the path %s", (file, path) => {
	expect(parsePageName(file).path).toBe(path);
});

test("number prefixes order pages and folders", () => {
	const { orders } = parsePageName("1.guide/20.install.md");

	expect([...orders]).toEqual([
		["/guide", 1],
		["/guide/install", 20],
	]);
});

test("the prefix of an index orders its folder", () => {
	expect([...parsePageName("guide/3.index.md").orders]).toEqual([["/guide", 3]]);
});

test("a file beside pages lives in the folder of the pages, under its own name", () => {
	expect(pathOfFile("2.guide/1.images/2.plan.png")).toBe("/guide/images/2.plan.png");
});

test("paths are compared without regard to letter case and the form of accents", () => {
	expect(foldPath("/Cafe\u0301")).toBe(foldPath("/CAFÉ"));
});
