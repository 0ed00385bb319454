import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { SearchReader } from "../../../src/server/search/search-reader.ts";
import {
	indexed,
	indexedFolder,
	pathsFor,
	stateOf,
	TEST_NOW_MS,
} from "../../support/search-site.ts";
import { type SiteFiles, writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MANY = Object.fromEntries(
	Array.from({ length: 120 }, (_, index) => [`pages/p${index}.md`, `# Page ${index}\n\ncommon\n`]),
);

test("a save is in the index as soon as it is handed over, and what it replaces is gone", async () => {
	const { save, find } = await indexedSite({ ...MANY, "pages/a.md": "# One\n\nelephant\n" });

	await save("pages/a.md", "# One\n\ngiraffe\n");

	expect(find("giraffe")).toEqual(["/a"]);
	expect(find("elephant")).toEqual([]);
});

test("pages that are saved one after the other are found by their last words", async () => {
	const { save, find } = await indexedSite(MANY);
	const found: unknown[] = [];

	for (const page of ["p0", "p1", "p2", "p1"]) {
		const word = `elephant${found.length}`;
		await save(`pages/${page}.md`, `# Page\n\n${word}\n`);
		found.push(find(word));
	}

	expect(found).toEqual([["/p0"], ["/p1"], ["/p2"], ["/p1"]]);
});

test("the next process indexes nothing again", async () => {
	const { file, read } = await indexedSite(MANY);
	const before = rowsOf(file);

	await indexed(await read(), file);

	expect(rowsOf(file)).toEqual(before);
});

test("a page that has become a draft is gone, with what the index knew of it", async () => {
	const { save, find } = await indexedSite({ "pages/a.md": "# One\n\nelephant\n", ...MANY });

	await save("pages/a.md", "---\ndraft: true\n---\n# One\n\nelephant\n");

	expect(find("elephant")).toEqual([]);
	expect(find("elefant")).toEqual([]);
});

test("a dated page comes and goes by the clock alone", async () => {
	const { file, read, find } = await indexedSite({
		"pages/a.md":
			"---\npublishAt: 2026-11-20T13:00:00Z\nexpiresAt: 2026-11-20T14:00:00Z\n---\n# A\n\nelephant\n",
		"pages/b.md": "# B\n",
	});
	let nowMs = TEST_NOW_MS;
	const revision = await read();
	const indexer = await indexed(revision, file, () => nowMs);
	const found = [find("elephant")];

	for (const time of ["2026-11-20T13:30:00Z", "2026-11-20T14:30:00Z"]) {
		nowMs = Date.parse(time);
		indexer.update(revision);
		found.push(find("elephant"));
	}

	expect(found).toEqual([[], ["/a"], []]);
	expect(stateOf(file)).toBe(`${revision.id} Infinity`);
});

test.for([
	"no database at all",
	"SQLite format 3\0 and then nothing of the kind",
])("a damaged index (%j) is made anew", async (damage) => {
	const { read } = await indexedSite({ "pages/a.md": "# One\n\nelephant\n" });
	const file = join(temporaryFolder(), "search.db");
	await writeFile(file, damage.repeat(500));

	await indexed(await read(), file);

	expect(pathsFor(new SearchReader(file, "en"), "elephant")).toEqual(["/a"]);
});

test("another language of the site has other forms of words", async () => {
	const folder = await writeSiteFolder({ "pages/a.md": "# Eins\n\nHäuser\n" });
	const { file, read } = await indexedFolder(folder);

	await writeFile(join(folder, "site.yaml"), "locale: de\n");
	await indexed(await read(), file);

	expect(pathsFor(new SearchReader(file, "de"), "Haus")).toEqual(["/a"]);
});

async function indexedSite(files: SiteFiles) {
	return indexedFolder(await writeSiteFolder(files));
}

function rowsOf(file: string): readonly unknown[] {
	const database = new DatabaseSync(file, { readOnly: true });
	const rows = database.prepare("SELECT * FROM pages ORDER BY id").all();
	database.close();
	return rows.map((row) => ({ ...row }));
}
