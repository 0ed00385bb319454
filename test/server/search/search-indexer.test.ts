import { writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import type { LoadedRevision } from "../../../src/server/content/revision.ts";
import { SearchReader } from "../../../src/server/search/search-reader.ts";
import { indexed, stateOf, TEST_NOW_MS, temporaryIndexFile } from "../../support/search-site.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

const MANY = Object.fromEntries(
	Array.from({ length: 120 }, (_, index) => [`pages/p${index}.md`, `# Page ${index}\n\ncommon\n`]),
);

test("a save is in the index as soon as it is handed over, and what it replaces is gone", async () => {
	const { folder, read } = await siteOf({ ...MANY, "pages/a.md": "# One\n\nelephant\n" });
	const file = await temporaryIndexFile();
	const first = await read();
	const indexer = await indexed(first, file);

	await writeFile(`${folder}/pages/a.md`, "# One\n\ngiraffe\n");
	indexer.update(await read(first));

	expect(pathsFor(file, "giraffe")).toEqual(["/a"]);
	expect(pathsFor(file, "elephant")).toEqual([]);
});

test("pages that are saved one after the other are found by their last words", async () => {
	const { folder, read } = await siteOf(MANY);
	const file = await temporaryIndexFile();
	let last = await read();
	const indexer = await indexed(last, file);
	const found: unknown[] = [];

	for (const page of ["p0", "p1", "p2", "p1"]) {
		const word = `elephant${found.length}`;
		await writeFile(`${folder}/pages/${page}.md`, `# Page\n\n${word}\n`);
		last = await read(last);
		indexer.update(last);
		found.push(pathsFor(file, word));
	}

	expect(found).toEqual([["/p0"], ["/p1"], ["/p2"], ["/p1"]]);
});

test("the next process indexes nothing again", async () => {
	const { read } = await siteOf(MANY);
	const file = await temporaryIndexFile();
	await indexed(await read(), file);
	const before = rowsOf(file);

	await indexed(await read(), file);

	expect(rowsOf(file)).toEqual(before);
});

test("a page that has become a draft is gone, with what the index knew of it", async () => {
	const { folder, read } = await siteOf({ "pages/a.md": "# One\n\nelephant\n", ...MANY });
	const file = await temporaryIndexFile();
	const first = await read();
	const indexer = await indexed(first, file);

	await writeFile(`${folder}/pages/a.md`, "---\ndraft: true\n---\n# One\n\nelephant\n");
	indexer.update(await read(first));

	expect(pathsFor(file, "elephant")).toEqual([]);
	expect(pathsFor(file, "elefant")).toEqual([]);
});

test("a dated page comes and goes by the clock alone", async () => {
	const { read } = await siteOf({
		"pages/a.md":
			"---\npublishAt: 2026-11-20T13:00:00Z\nexpiresAt: 2026-11-20T14:00:00Z\n---\n# A\n\nelephant\n",
		"pages/b.md": "# B\n",
	});
	const file = await temporaryIndexFile();
	let nowMs = TEST_NOW_MS;
	const revision = await read();
	const indexer = await indexed(revision, file, () => nowMs);
	const found = [pathsFor(file, "elephant")];

	for (const time of ["2026-11-20T13:30:00Z", "2026-11-20T14:30:00Z"]) {
		nowMs = Date.parse(time);
		indexer.update(revision);
		found.push(pathsFor(file, "elephant"));
	}

	expect(found).toEqual([[], ["/a"], []]);
	expect(stateOf(file)).toBe(`${revision.id} Infinity`);
});

test.for([
	"no database at all",
	"SQLite format 3\0 and then nothing of the kind",
])("a damaged index (%j) is made anew", async (damage) => {
	const { read } = await siteOf({ "pages/a.md": "# One\n\nelephant\n" });
	const file = await temporaryIndexFile();
	await writeFile(file, damage.repeat(500));

	await indexed(await read(), file);

	expect(pathsFor(file, "elephant")).toEqual(["/a"]);
});

test("another language of the site has other forms of words", async () => {
	const { folder, read } = await siteOf({ "pages/a.md": "# Eins\n\nHäuser\n" });
	const file = await temporaryIndexFile();
	await indexed(await read(), file);

	await writeFile(`${folder}/site.yaml`, "locale: de\n");
	await indexed(await read(), file);

	expect(pathsFor(file, "Haus", "de")).toEqual(["/a"]);
});

async function siteOf(files: Record<string, string>) {
	const folder = await writeSiteFolder(files);
	const read = (previous?: LoadedRevision): Promise<LoadedRevision> =>
		loadRevision({ siteFolder: folder, environment: {}, previous, nowMs: TEST_NOW_MS });
	return { folder, read };
}

function pathsFor(file: string, text: string, locale = "en"): readonly string[] {
	const reader = new SearchReader(file, locale);
	const paths = reader.find(text).pages.map(({ path }) => path);
	reader.close();
	return paths;
}

function rowsOf(file: string): readonly unknown[] {
	const database = new DatabaseSync(file, { readOnly: true });
	const rows = database.prepare("SELECT * FROM pages ORDER BY id").all();
	database.close();
	return rows.map((row) => ({ ...row }));
}
