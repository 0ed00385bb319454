import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { LONG_FILES } from "./support/lengths.ts";

const ROOT = join(import.meta.dirname, "..");
const MOST_FILES = 20;

/** Tables of their kind: each file in them is one more entry. */
const TABLES = /^src\/(?:app\/pages|analytics\/ingest\/steps)$|\/styles$/;

test(`no folder has more than ${MOST_FILES} files of its own`, () => {
	const folders = Map.groupBy(globSync("{src,scripts,bench}/**/*.*", { cwd: ROOT }), dirname);
	const crowded = [...folders].filter(
		([folder, files]) => !TABLES.test(folder) && withoutTexts(files).length > MOST_FILES,
	);

	expect(crowded.map(([folder, files]) => `${folder}: ${withoutTexts(files).length}`)).toEqual([]);
});

test("every file of the long run exists", () => {
	expect(LONG_FILES.flatMap((file) => globSync(file, { cwd: ROOT }))).toEqual(LONG_FILES);
});

function withoutTexts(files: readonly string[]): readonly string[] {
	return files.filter((file) => !file.endsWith(".md") && !file.endsWith(".json"));
}
