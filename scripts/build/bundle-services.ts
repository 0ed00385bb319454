import { dirname, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import type { BuiltFile } from "../../src/server/site-code/bundle/build-id.ts";
import {
	COMMON_OPTIONS,
	SERVICE_BANNER,
} from "../../src/server/site-code/bundle/common-options.ts";

/** Entry points of processes and threads. Each has the same path in the build as in `src`. */
const ENTRIES = [
	"server/main",
	"server/content-worker/content-thread",
	"server/search/search-thread",
	"server/site-code/build-thread",
	"server/images/image-process",
	"analytics/main",
	"analytics/reading-thread",
	"migrate/main",
	"migrate/recognizer",
] as const;

/** Split, since it starts the content thread first and loads the rest meanwhile. */
const SPLIT_ENTRY = "server/main";

/** Omits React's second renderer: no service writes to streams, so it would only use memory. */
const WITHOUT_STREAMS: Plugin = {
	name: "without-streams",
	setup(bundle) {
		const filter = /react-dom-server\.node\.(?:development|production)\.js$/;
		bundle.onLoad({ filter }, () => ({ contents: "" }));
	},
};

/**
 * Bundles each service with its packages into one file, or into a few: reading single files would be most
 * of a start, and their texts would stay in memory. Packages that are only named at run time, such as
 * grammars and icon collections, stay in `node_modules`.
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
		// Resolves the same package files as Node.
		conditions: [],
		splitting: entry === SPLIT_ENTRY,
		// Loaded at run time, and only if used.
		external: ["@clickhouse/client", "esbuild", "oxc-transform", "@img/sharp-*"],
		charset: "ascii",
		// In a separate file: names in notices may have characters beyond ASCII.
		legalComments: "external",
		// Identifiers are not minified, for stack traces in the log.
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
 * Escapes the characters that esbuild leaves in regular expressions. A single letter beyond Latin-1
 * doubles the memory that V8 takes for the text of the whole bundle.
 */
function asAscii(text: string): string {
	return text.replace(
		/[\u0080-\uffff]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}
