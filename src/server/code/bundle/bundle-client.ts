import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Metafile, type OutputFile, type Plugin } from "esbuild";
import type { BuildManifest } from "../../../shared/builds/build-manifest.ts";
import type { BuiltFile } from "./build-id.ts";
import { clientManifest } from "./client-manifest.ts";
import { BROWSER_OPTIONS, SITE_CODE_OPTIONS } from "./common-options.ts";
import { shareOneChunk } from "./share-one-chunk.ts";

export interface ClientBundle {
	readonly assets: readonly BuiltFile[];
	/** For debugging; outside of the served folder. */
	readonly sourceMaps: readonly BuiltFile[];
	readonly manifest: Omit<BuildManifest, "buildId">;
	/** esbuild's metafile. */
	readonly metafile: Metafile;
}

/** What a site folder with code adds. */
export interface SiteBundling {
	/** The style sheet of the folder, as the plugin resolves it. */
	readonly styles: string | undefined;
}

const ENTRY = "src/app/entry-client.tsx";
const SOURCES = "src/app";
/** Starts the app; it needs nearly everything of a first view. */
const APP = "src/app/client/browser-app.ts";
/** Style sheets of some pages or sites only. */
const SHEETS_FOLDER = "src/app/styles/sheets/";

const ASSETS = "client/_nuxt";

/**
 * Bundles the browser's scripts: the entry, and one chunk for each dynamic import.
 *
 * @param plugins Resolve and read what is no file of the root: palettes, and modules of a site folder.
 * @throws {BuildFailure} With the errors of a site folder's modules.
 */
export async function bundleClient(
	root: string,
	plugins: readonly Plugin[],
	site?: SiteBundling,
): Promise<ClientBundle> {
	const sheets = globSync(`${SHEETS_FOLDER}*.css`, { cwd: root }).toSorted();
	const app = join(root, APP);
	const { outputFiles, metafile } = await build({
		...BROWSER_OPTIONS,
		...(site !== undefined && {
			...SITE_CODE_OPTIONS,
			define: { ...BROWSER_OPTIONS.define, "process.env": "{}" },
		}),
		absWorkingDir: root,
		entryPoints: [ENTRY, ...sheets, ...(site?.styles === undefined ? [] : [site.styles])],
		outdir: ASSETS,
		// The file of a page may be named after its placeholder, which is no name of an asset.
		entryNames: site === undefined ? "[name].[hash]" : "module.[hash]",
		chunkNames: site === undefined ? "[name].[hash]" : "module.[hash]",
		assetNames: "[name].[hash]",
		// Written, but not linked in the script, because it is not served.
		sourcemap: site === undefined && "external",
		loader: { ".svg": "file", ".png": "file", ".woff2": "file" },
		metafile: true,
		plugins: [...plugins, ...(existsSync(app) ? [shareOneChunk(join(root, SOURCES), app)] : [])],
	});
	const manifest = clientManifest(metafile, ENTRY);
	const styles = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
		entryPoint !== undefined && entryPoint === site?.styles && path.endsWith(".css")
			? [basename(path)]
			: [],
	);
	return {
		assets: outputFiles.filter((file) => !isSourceMap(file)).map((file) => builtFile(ASSETS, file)),
		sourceMaps: outputFiles.filter(isSourceMap).map((file) => builtFile("maps", file)),
		manifest: {
			...manifest,
			entry: { ...manifest.entry, styles: [...manifest.entry.styles, ...styles] },
			sheets: sheetsIn(metafile),
		},
		metafile,
	};
}

function sheetsIn({ outputs }: Metafile): Readonly<Record<string, string>> {
	const files = Object.entries(outputs).flatMap(([path, { entryPoint = "" }]) =>
		entryPoint.startsWith(SHEETS_FOLDER) && path.endsWith(".css")
			? [[basename(entryPoint, ".css"), basename(path)] as const]
			: [],
	);
	return Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function isSourceMap({ path }: OutputFile): boolean {
	return path.endsWith(".map");
}

function builtFile(folder: string, { path, contents }: OutputFile): BuiltFile {
	return { path: `${folder}/${basename(path)}`, contents };
}
