import { expect, test } from "vitest";
import { foldPath, parsePageName, pathOfFile } from "../../../../src/server/content/page-path.ts";

test.each([
	["index.md", "/"],
	["README.md", "/"],
	["Readme.MD", "/"],
	["about.md", "/about"],
	["About-Us.md", "/About-Us"],
	["guide/index.md", "/guide"],
	["guide/README.md", "/guide"],
	["2.install.md", "/install"],
	["1.guide/2.install.mdx", "/guide/install"],
	["1.guide/1.index.md", "/guide"],
	["1.2.3.md", "/1.2.3"],
	["2024.md", "/2024"],
	["release.v1.2.md", "/release.v1.2"],
	["a b/c d.md", "/a b/c d"],
	["cafe\u0301.md", "/café"],
	["indexes.md", "/indexes"],
])("the file %s has the path %s", (file, path) => {
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
