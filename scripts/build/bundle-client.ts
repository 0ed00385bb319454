import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Metafile, type OutputFile } from "esbuild";
import type { BuildManifest } from "../../src/shared/builds/build-manifest.ts";
import type { BuiltFile } from "./build-id.ts";
import { clientManifest } from "./client-manifest.ts";
import { BROWSER_OPTIONS } from "./common-options.ts";
import { shareOneChunk } from "./share-one-chunk.ts";

export interface ClientBundle {
	readonly assets: readonly BuiltFile[];
	/** For debugging; outside of the served folder. */
	readonly sourceMaps: readonly BuiltFile[];
	readonly manifest: Omit<BuildManifest, "buildId">;
	/** esbuild's metafile. */
	readonly metafile: Metafile;
}

const ENTRY = "src/app/entry-client.tsx";
/** Starts the app; it needs nearly everything of a first view. */
const APP = "src/app/client/browser-app.ts";
/** Style sheets of some pages or sites only. */
const SHEETS_FOLDER = "src/app/styles/sheets/";

const ASSETS = "client/_nuxt";

/** Bundles the browser's scripts: the entry, and one chunk for each dynamic import. */
export async function bundleClient(root: string): Promise<ClientBundle> {
	const app = join(root, APP);
	const { outputFiles, metafile } = await build({
		...BROWSER_OPTIONS,
		absWorkingDir: root,
		entryPoints: [ENTRY, ...globSync(`${SHEETS_FOLDER}*.css`, { cwd: root }).toSorted()],
		outdir: ASSETS,
		entryNames: "[name].[hash]",
		chunkNames: "[name].[hash]",
		assetNames: "[name].[hash]",
		// Written, but not linked in the script, because it is not served.
		sourcemap: "external",
		loader: { ".svg": "file", ".png": "file", ".woff2": "file" },
		metafile: true,
		plugins: [...BROWSER_OPTIONS.plugins, ...(existsSync(app) ? [shareOneChunk(app)] : [])],
	});
	return {
		assets: outputFiles.filter((file) => !isSourceMap(file)).map((file) => builtFile(ASSETS, file)),
		sourceMaps: outputFiles.filter(isSourceMap).map((file) => builtFile("maps", file)),
		manifest: { ...clientManifest(metafile, ENTRY), sheets: sheetsIn(metafile) },
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
