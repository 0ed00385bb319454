import { dirname } from "node:path";
import { build } from "esbuild";
import type { BuiltFile } from "../build.ts";
import { COMMON_OPTIONS } from "./common-options.ts";

/** The processes of the product and their threads; each lies in the build where it lies in `src`. */
const ENTRIES = [
	"server/main",
	"server/content-thread",
	"analytics/main",
	"analytics/reading-thread",
] as const;

/**
 * Evaluated before every other module: React chooses between its two builds when it is
 * loaded, and a service that was built for production must not depend on how it is started.
 */
const PRODUCTION_FIRST = `import "data:text/javascript,process.env.NODE_ENV='production'";`;

/** Bundles each service's own sources into one readable file; packages stay in `node_modules`. */
export async function bundleServices(root: string): Promise<readonly BuiltFile[]> {
	return Promise.all(ENTRIES.map((entry) => bundleService(root, entry)));
}

async function bundleService(root: string, entry: string): Promise<BuiltFile> {
	const { outputFiles } = await build({
		...COMMON_OPTIONS,
		absWorkingDir: root,
		entryPoints: [`src/${entry}.ts`],
		outdir: dirname(entry),
		platform: "node",
		target: "node26",
		packages: "external",
		banner: { js: PRODUCTION_FIRST },
		// Styles belong to the browser's bundle; a component that names its own must still load.
		loader: { ".css": "empty" },
	});
	const [main] = outputFiles;
	if (main === undefined) throw new Error(`esbuild put out nothing for "${entry}"`);
	return { path: `${entry}.js`, contents: main.contents };
}
