import { expect, test } from "vitest";
import { indexedFolder, stateOf } from "../../support/search-site.ts";
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
	const { find } = await indexedFolder(await writeSiteFolder(PAGES));

	expect(find(question)).toEqual(paths);
});

test("a saved page is found by the start and by a mistyped form of its new word at once", async () => {
	const { file, save, reader, find } = await indexedFolder(await writeSiteFolder(PAGES));
	expect(find("cappucino")).toEqual([]);
	await save("pages/coffee.md", "# Cappuccino\n");

	const found = ["cappuc", "cappucino", "capuccino"].map(find);

	expect(found).toEqual([["/coffee"], ["/coffee"], ["/coffee"]]);
	expect(reader.find("cappuc").state).toBe(stateOf(file));
});

test.for([
	["Getting ready", "---\ntitle: Introduction\n---\n# Getting ready\n\n## First\n\nDig.\n"],
	["Introduction", "---\ntitle: Introduction\n---\n# Getting ready\n\n## First\n\nDig.\n"],
	["Setup", "# Setup\n\n## First\n\nDig.\n"],
] as const)("a page without text before its first section is found by its exact title %j", async ([
	title,
	page,
]) => {
	// More sections with the same words than one statement ranks.
	const sections = "## Part\n\nGetting ready, setup and introduction.\n\n".repeat(500);
	const others = Array.from({ length: 5 }, (_, index) => [
		`pages/a${index}.md`,
		`# Page\n\n${sections}`,
	]);
	const files = { ...Object.fromEntries(others), "pages/z.md": page };
	const { find } = await indexedFolder(await writeSiteFolder(files));

	expect(find(title)[0]).toBe("/z");
});
