import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Metafile, type OutputFile } from "esbuild";
import type { BuiltFile } from "../../src/server/site-code/bundle/build-id.ts";
import { staticImports } from "../../src/server/site-code/bundle/bundle-client.ts";
import { COMMON_OPTIONS } from "../../src/server/site-code/bundle/common-options.ts";
import { lucideIcons } from "./lucide-icons.ts";
import { palettes } from "./palettes.ts";

const SOURCES = "src/analytics/dashboard";
const ENTRY = `${SOURCES}/entry.tsx`;
/** Sets the color mode before the first paint. */
const BEFORE_PAINT = `${SOURCES}/before-paint.ts`;
/** Earliest browser versions with `light-dark()`. */
const TARGET = ["chrome123", "firefox120", "safari17.5"];
const FOLDER = "dashboard";
const ASSETS = `${FOLDER}/assets`;
/** URL path of the folder on the analytics service. */
const URL_PATH = "/dashboard/assets/";
const PLACE_OF_ASSETS = "<!--assets-->";

export interface DashboardBundle {
	readonly page: BuiltFile;
	readonly assets: readonly BuiltFile[];
	readonly sourceMaps: readonly BuiltFile[];
}

/** Bundles the dashboard: one page, its initial scripts, and a chunk for each other screen. */
export async function bundleDashboard(root: string): Promise<DashboardBundle> {
	const options = {
		...COMMON_OPTIONS,
		plugins: [palettes, lucideIcons],
		absWorkingDir: root,
		outdir: ASSETS,
		entryNames: "[name].[hash]",
		chunkNames: "[name].[hash]",
		platform: "browser" as const,
		target: TARGET,
		minify: true,
		sourcemap: "external" as const,
		metafile: true as const,
	};
	const app = await build({ ...options, entryPoints: [ENTRY], splitting: true });
	// A classic script, because modules run only after parsing.
	const early = await build({ ...options, entryPoints: [BEFORE_PAINT], format: "iife" });
	const files = [...app.outputFiles, ...early.outputFiles];
	const template = await readFile(join(root, SOURCES, "index.html"), "utf8");
	const html = template.replace(PLACE_OF_ASSETS, () =>
		[...earlyTags(early.metafile), ...entryTags(app.metafile)].join("\n\t\t"),
	);
	return {
		page: { path: `${FOLDER}/index.html`, contents: new TextEncoder().encode(html) },
		assets: files.filter((file) => !isSourceMap(file)).map((file) => builtFile(ASSETS, file)),
		sourceMaps: files.filter(isSourceMap).map((file) => builtFile("maps", file)),
	};
}

function earlyTags({ outputs }: Metafile): readonly string[] {
	return Object.keys(outputs)
		.filter((path) => path.endsWith(".js"))
		.map((path) => `<script src="${urlOf(path)}"></script>`);
}

/** @throws {RangeError} When the metafile has no output for the entry. */
function entryTags(metafile: Metafile): readonly string[] {
	const entry = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === ENTRY);
	if (entry === undefined) throw new RangeError(`The build has no output for "${ENTRY}"`);
	const [path, { cssBundle }] = entry;
	const chunks = staticImports(metafile, path).filter((name) => name !== basename(path));
	return [
		...(cssBundle === undefined ? [] : [`<link rel="stylesheet" href="${urlOf(cssBundle)}" />`]),
		`<script type="module" src="${urlOf(path)}"></script>`,
		...chunks.map((chunk) => `<link rel="modulepreload" href="${urlOf(chunk)}" />`),
	];
}

function urlOf(path: string): string {
	return URL_PATH + basename(path);
}

function isSourceMap({ path }: OutputFile): boolean {
	return path.endsWith(".map");
}

function builtFile(folder: string, { path, contents }: OutputFile): BuiltFile {
	return { path: `${folder}/${basename(path)}`, contents };
}
