import { describe, expect, test } from "vitest";
import { assetsForPage, parseBuildManifest } from "../../../src/shared/builds/build-manifest.ts";

const MANIFEST = {
	buildId: "b1",
	entry: { scripts: ["entry.js", "shared.js"], styles: ["entry.css"] },
	pages: { index: { scripts: ["index.js", "shared.js"], styles: ["index.css"] } },
};

test("a page needs the entry's assets and its own, each once", () => {
	expect(assetsForPage(MANIFEST, "index")).toEqual({
		scripts: ["entry.js", "shared.js", "index.js"],
		styles: ["entry.css", "index.css"],
	});
});

test("a page without a chunk needs the entry's assets alone", () => {
	expect(assetsForPage(MANIFEST, "other")).toEqual(MANIFEST.entry);
});

describe("parseBuildManifest()", () => {
	test("a manifest survives the wire", () => {
		expect(parseBuildManifest(JSON.parse(JSON.stringify(MANIFEST)))).toEqual(MANIFEST);
	});

	test.each([
		[null, "manifest"],
		[{ ...MANIFEST, buildId: "" }, "buildId"],
		[{ ...MANIFEST, entry: { scripts: [1], styles: [] } }, "entry.scripts"],
		[{ ...MANIFEST, pages: { index: { scripts: [] } } }, "pages.index.styles"],
	])("%j is refused by the name of the member %s", (value, member) => {
		expect(() => parseBuildManifest(value)).toThrow(`"${member}"`);
	});
});
