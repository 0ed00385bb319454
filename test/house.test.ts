import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { LONG_FILES } from "./support/lengths.ts";

const ROOT = join(import.meta.dirname, "..");
const MOST_FILES = 20;

/** Tables of their kind: each file in them is one more entry. */
const TABLES = /^src\/(?:app\/pages|analytics\/ingest\/steps)$|\/styles$/;

/** A riddle in place of the one who acts, but where it reads naturally. */
const RIDDLES = /\b(?:whoever|nobody|somebody|revisit)\b/i;
const NATURAL: ReadonlySet<string> = new Set([
	"test/house.test.ts",
	// There is a user of that name.
	"test/server/live/live-content.test.ts",
]);

test(`no folder has more than ${MOST_FILES} files of its own`, () => {
	const folders = Map.groupBy(globSync("{src,scripts,bench}/**/*.*", { cwd: ROOT }), dirname);
	const crowded = [...folders].filter(
		([folder, files]) => !TABLES.test(folder) && withoutTexts(files).length > MOST_FILES,
	);

	expect(crowded.map(([folder, files]) => `${folder}: ${withoutTexts(files).length}`)).toEqual([]);
});

test("who acts has a name", () => {
	const files = globSync(
		["{src,scripts,bench,test}/**/*.{ts,tsx,mjs,md}", "*.md", "docs/**/*.md"],
		{ cwd: ROOT, exclude: ["test/fixtures/**"] },
	).filter((file) => !NATURAL.has(file));
	const found = files.flatMap((file) =>
		read(file)
			.split("\n")
			.flatMap((line, index) => (RIDDLES.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
	);

	expect(found).toEqual([]);
});

test("every file of the long run exists", () => {
	expect(LONG_FILES.flatMap((file) => globSync(file, { cwd: ROOT }))).toEqual(LONG_FILES);
});

function read(file: string): string {
	return readFileSync(join(ROOT, file), "utf8");
}

function withoutTexts(files: readonly string[]): readonly string[] {
	return files.filter((file) => !file.endsWith(".md") && !file.endsWith(".json"));
}
