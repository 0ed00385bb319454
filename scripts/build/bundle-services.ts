import { dirname, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import type { BuiltFile } from "../../src/server/code/bundle/build-id.ts";
import { COMMON_OPTIONS, SERVICE_BANNER } from "../../src/server/code/bundle/common-options.ts";

/** Processes and their threads. Each has the same path in the build as in `src`. */
const ENTRIES = [
	"server/main",
	"server/live/content-thread",
	"server/search/search-thread",
	"server/code/build-thread",
	"server/images/image-process",
	"analytics/main",
	"analytics/reading-thread",
	"adopt/main",
	"adopt/recognizer",
] as const;

/** Split: it first starts the content thread and loads the rest meanwhile. */
const SPLIT_ENTRY = "server/main";

/** React's second renderer writes to streams, which no service does: it would only stay in memory. */
const WITHOUT_STREAMS: Plugin = {
	name: "without-streams",
	setup(bundle) {
		const filter = /react-dom-server\.node\.(?:development|production)\.js$/;
		bundle.onLoad({ filter }, () => ({ contents: "" }));
	},
};

/**
 * Bundles each service with its packages into one file, or into a few: reading them one by one
 * is most of a start, and their texts stay in memory. What is named while a service runs, such
 * as grammars and icon collections, stays in `node_modules`.
 */
export async function bundleServices(root: string): Promise<readonly BuiltFile[]> {
	return (await Promise.all(ENTRIES.map((entry) => bundleService(root, entry)))).flat();
}

async function bundleService(root: string, entry: string): Promise<readonly BuiltFile[]> {
	const { outputFiles } = await build({
		...COMMON_OPTIONS,
		absWorkingDir: root,
		entryPoints: [`src/${entry}.ts`],
		outdir: dirname(entry),
		platform: "node",
		target: "node26",
		// Only the files that Node itself would load.
		conditions: [],
		splitting: entry === SPLIT_ENTRY,
		// Loaded only where it is used.
		external: ["@clickhouse/client", "esbuild", "@img/sharp-*"],
		charset: "ascii",
		// In a separate file: names in notices may have letters beyond ASCII.
		legalComments: "external",
		// Keeps names, for stacks in the log.
		minifyWhitespace: true,
		minifySyntax: true,
		banner: { js: SERVICE_BANNER },
		// Components import styles, which belong to the browser's bundle.
		loader: { ".css": "empty" },
		plugins: [WITHOUT_STREAMS],
	});
	return outputFiles.map(({ path, contents, text }) => ({
		path: relative(root, path).replaceAll("\\", "/"),
		contents: path.endsWith(".js") ? Buffer.from(asAscii(text)) : contents,
	}));
}

/**
 * Escapes what esbuild leaves as it is in regular expressions. A single letter beyond Latin-1
 * doubles the memory that V8 takes for the text of the whole bundle.
 */
function asAscii(text: string): string {
	return text.replace(
		/[\u0080-\uffff]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}
