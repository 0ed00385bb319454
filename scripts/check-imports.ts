/**
 * `npm run check:imports`: checks the table of layers, and that no two folders import each other, each with
 * everything below it. Imports of types count. oxlint finds cycles of files.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";

/** Path prefixes that each layer may import besides its own. The longest prefix of a file applies. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
	"src/shared/": [],
	"src/platform/": ["src/shared/"],
	"src/app/": ["src/shared/"],
	"src/server/": ["src/shared/", "src/platform/"],
	"src/server/serve-site.ts": [
		"src/shared/",
		"src/platform/",
		"src/server/",
		"src/app/entry-server",
	],
	"src/server/content-worker/content-thread.ts": [
		"src/shared/",
		"src/platform/workers/",
		"src/server/",
		"src/app/content-checks",
	],
	"src/server/site-code/bundle/": ["src/shared/"],
	"src/server/site-code/code-thread.ts": [
		"src/platform/workers/",
		"src/server/",
		"src/app/entry-code",
		"src/app/site-code",
	],
	"src/server/site-code/load-page.ts": [
		"src/server/",
		"src/app/entry-code",
		"src/app/route-data",
		"src/app/site-code",
	],
	"src/server/site-code/page-questions.ts": ["src/server/", "src/app/site-pages"],
	"src/server/site-code/stream-app.ts": ["src/shared/", "src/app/entry-code", "src/app/route-data"],
	"src/server/site-code/page-meta.ts": ["src/server/", "src/shared/", "src/app/site-code"],
	"src/migrate/": ["src/shared/", "src/platform/", "src/server/content/"],
	"src/analytics/": ["src/shared/", "src/platform/"],
	"src/analytics/protocol/": ["src/shared/"],
	"src/analytics/api-types/": ["src/shared/", "src/analytics/protocol/"],
	"src/analytics/dashboard/": [
		"src/shared/",
		"src/analytics/protocol/",
		"src/analytics/api-types/",
	],
	"scripts/": ["src/shared/", "src/server/site-code/"],
};

/** A file and a file that it imports, as paths relative to the root. */
export type Import = readonly [file: string, target: string];

/** @param root The folder with `src` and `scripts`. */
export function readImports(root: string): readonly Import[] {
	return globSync("{src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root }).flatMap((file) => {
		const text = readFileSync(join(root, file), "utf8");
		const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
		const targets = [
			...staticImports.map(({ moduleRequest }) => moduleRequest.value),
			...staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
			...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
		];
		return targets
			.filter((target) => target?.startsWith("."))
			.map((target = ""): Import => [file, relative(root, join(root, dirname(file), target))]);
	});
}

/** @returns A sentence for each mistake. */
export function findImportErrors(imports: readonly Import[]): readonly string[] {
	return [
		...imports
			.filter(([file, target]) => !mayImport(file, target))
			.map(([file, target]) => `${file} must not import ${target}`),
		...pairsOf(imports).map((pair) => `Two folders must not import each other: ${pair}`),
	];
}

function mayImport(file: string, target: string): boolean {
	const matches = Object.keys(LAYERS).filter((prefix) => file.startsWith(prefix));
	const [layer] = matches.toSorted((one, other) => other.length - one.length);
	if (layer === undefined) return true;
	return [layer, ...(LAYERS[layer] ?? [])].some((prefix) => target.startsWith(prefix));
}

/**
 * Pairs of sibling folders, each with everything below it, that import each other. A folder and its
 * parent may.
 */
function pairsOf(imports: readonly Import[]): readonly string[] {
	const edges = new Set(
		imports.flatMap(([file, target]) => siblingsOf(dirname(file), dirname(target))),
	);
	return [...edges].filter((edge) => {
		const [one = "", other = ""] = edge.split(" ↔ ");
		return one < other && edges.has(`${other} ↔ ${one}`);
	});
}

/** @returns The two folders at the first level where the paths differ, unless one contains the other. */
function siblingsOf(from: string, to: string): readonly string[] {
	const [one, other] = [from.split("/"), to.split("/")];
	const level = one.findIndex((name, index) => name !== other[index]);
	if (level === -1 || level >= other.length) return [];
	return [[one, other].map((path) => path.slice(0, level + 1).join("/")).join(" ↔ ")];
}

if (import.meta.main) {
	const errors = findImportErrors(readImports(dirname(import.meta.dirname)));
	process.stderr.write(errors.map((error) => `${error}\n`).join(""));
	process.exitCode = errors.length === 0 ? 0 : 1;
}
