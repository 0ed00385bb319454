import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { SearchReader } from "../../../src/server/search/search-reader.ts";
import { indexed, temporaryIndexFile } from "../../support/search-site.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

const PAGES = {
	"pages/if.md": "# v-if\n\nShows something, v for vanish.\n",
	"pages/for.md": "# v-for\n\nRepeats something.\n",
	"pages/tea.md": "# Brewing\n\nFill a pot of tea to the brim.\n",
	"pages/green.md": "# The brim\n\nA pot for green tea.\n",
};

test.for([
	["how to brew the tea", ["/tea", "/green"]],
	['"a pot of tea"', ["/tea"]],
	['"pot of green"', ["/green"]],
	["v-for", ["/for", "/if"]],
	["the", ["/green"]],
] as const)("function words of %j tell titles apart, and keep nothing from being found", async ([
	question,
	paths,
]) => {
	const file = await temporaryIndexFile();
	const siteFolder = await writeSiteFolder(PAGES);
	await indexed(await loadRevision({ siteFolder, environment: {} }), file);
	const reader = new SearchReader(file, "en");
	for (const _ of reader.learnWords());

	expect(reader.find(question).pages.map(({ path }) => path)).toEqual(paths);
});
