import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { LONG_FILES } from "./support/lengths.ts";

const ROOT = join(import.meta.dirname, "..");
const MOST_FILES = 20;
/** CONTRIBUTING.md says about 300. */
const MOST_LINES = 350;

/** Tables of their kind: each file in them is one more entry. */
const TABLES = /^src\/(?:app\/pages|analytics\/ingest\/steps)$|\/styles$/;

test(`no folder has more than ${MOST_FILES} files of its own`, () => {
	const folders = Map.groupBy(globSync("{src,scripts,bench}/**/*.*", { cwd: ROOT }), dirname);
	const crowded = [...folders].filter(
		([folder, files]) => !TABLES.test(folder) && withoutTexts(files).length > MOST_FILES,
	);

	expect(crowded.map(([folder, files]) => `${folder}: ${withoutTexts(files).length}`)).toEqual([]);
});

test(`no source file has more than ${MOST_LINES} lines`, () => {
	const long = globSync("{src,scripts,bench}/**/*.{ts,tsx,mjs}", { cwd: ROOT })
		.map((file) => [file, readFileSync(join(ROOT, file), "utf8").split("\n").length - 1] as const)
		.filter(([, lines]) => lines > MOST_LINES);

	expect(long).toEqual([]);
});

/** They pass variables on to a program and to threads. */
const PASS_VARIABLES_ON = [
	"src/server/git/run-git.ts",
	"src/server/site-code/code-host.ts",
	"src/server/site-code/site-code-reader.ts",
];

test("only main.ts reads the environment", () => {
	const readers = globSync("src/{shared,platform,server,analytics,migrate}/**/*.ts", {
		cwd: ROOT,
	}).filter((file) =>
		/(?:[(=:] ?|\.\.\.)process\.env\b(?!\.)/.test(readFileSync(join(ROOT, file), "utf8")),
	);

	expect(readers.toSorted()).toEqual(
		["src/analytics/main.ts", ...PASS_VARIABLES_ON, "src/server/main.ts"].toSorted(),
	);
});

test("every file of the long run exists", () => {
	expect(LONG_FILES.flatMap((file) => globSync(file, { cwd: ROOT }))).toEqual(LONG_FILES);
});

/** From React Router's data strategy to the view that React renders. */
test("the way of a click is at most 25 files", () => {
	const way = filesBehind("src/app/client/navigation/data-strategy.ts");

	expect(way.size).toBeGreaterThan(5);
	expect([...way].slice(25)).toEqual([]);
});

test("a path is resolved by at most 15 files, besides the resolvers of each kind of page", () => {
	const way = filesBehind("src/server/pages/resolve-page.ts");

	expect(way.size).toBeGreaterThan(5);
	expect([...way].slice(15)).toEqual([]);
});

/** @returns A file and everything that it imports when it runs, but no late chunks and no packages. */
function filesBehind(file: string, found = new Set<string>()): ReadonlySet<string> {
	if (found.has(file)) return found;
	found.add(file);
	const { staticImports } = parseSync(file, readFileSync(join(ROOT, file), "utf8")).module;
	for (const { moduleRequest, entries } of staticImports) {
		const isCode = entries.length === 0 || entries.some(({ isType }) => !isType);
		const { value } = moduleRequest;
		if (isCode && /^\..*\.tsx?$/.test(value)) filesBehind(join(dirname(file), value), found);
	}
	return found;
}

function withoutTexts(files: readonly string[]): readonly string[] {
	return files.filter((file) => !file.endsWith(".md") && !file.endsWith(".json"));
}
