import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { SearchReader } from "../../../src/server/search/search-reader.ts";
import { indexed, stateOf, temporaryIndexFile } from "../../support/search-site.ts";
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

test("what is found while new words are still to be learned is not final", async () => {
	const file = await temporaryIndexFile();
	const siteFolder = await writeSiteFolder(PAGES);
	const indexer = await indexed(await loadRevision({ siteFolder, environment: {} }), file);
	const reader = new SearchReader(file, "en");
	for (const _ of reader.learnWords());
	await writeFile(join(siteFolder, "pages/coffee.md"), "# Cappuccino\n");
	indexer.update(await loadRevision({ siteFolder, environment: {} }));

	const early = reader.find("cappuc");
	for (const _ of reader.learnWords());
	const later = reader.find("cappuc");

	expect(early).toMatchObject({ state: undefined, pages: [] });
	expect(later).toMatchObject({ state: stateOf(file), pages: [{ path: "/coffee" }] });
});
