import { existsSync, globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, context, type Metafile, type OutputFile, type Plugin } from "esbuild";
import type { BuildManifest, PageAssets } from "../../../shared/builds/build-manifest.ts";
import type { BuiltFile } from "./build-id.ts";
import {
	BROWSER_DEVELOPMENT_OPTIONS,
	BROWSER_OPTIONS,
	SITE_CODE_OPTIONS,
} from "./common-options.ts";
import { separateStyles } from "./separate-styles.ts";
import { type SiteModules, siteFilesOf, tableId } from "./site-files.ts";

export interface ClientBundle {
	readonly assets: readonly BuiltFile[];
	/** For debugging; outside of the served folder. */
	readonly sourceMaps: readonly BuiltFile[];
	readonly manifest: Omit<BuildManifest, "buildId">;
	/** esbuild's metafile. */
	readonly metafile: Metafile;
}

/** Additional input for a site folder with code. */
export interface SiteBundling {
	/** The style sheet of the folder, as the plugin resolves it. */
	readonly styles: string | undefined;
	/** Absent: a build for visitors. */
	readonly development?: SiteModules | undefined;
}

/** A bundle that is made again after changes. */
export interface Bundler<Bundle> {
	/** @throws {BuildFailure} With the errors of a site folder's modules. */
	bundle(): Promise<Bundle>;
	dispose(): Promise<void>;
}

const ENTRY = "src/app/entry-client.tsx";
const SOURCES = "src/app";
/** Starts the app, and needs nearly every module of a first view. One chunk compresses better than two. */
const APP = "src/app/client/hydrate-document.tsx";
/** Style sheets of some pages or sites only. */
const SHEETS_FOLDER = "src/app/styles/sheets/";

const ASSETS = "client/_nuxt";

const ASSET_LOADERS = Object.fromEntries(
	".svg .png .jpg .gif .webp .woff .woff2 .ttf .otf .eot"
		.split(" ")
		.map((extension) => [extension, "file"] as const),
);

/**
 * Bundles the browser's scripts: the entry, and one chunk for each dynamic import.
 *
 * @param plugins Resolve and read modules outside of the root: palettes, and modules of a site folder.
 * @throws {BuildFailure} With the errors of a site folder's modules.
 */
export async function bundleClient(
	root: string,
	plugins: readonly Plugin[],
): Promise<ClientBundle> {
	const bundler = await createClientBundler(root, plugins);
	try {
		return await bundler.bundle();
	} finally {
		await bundler.dispose();
	}
}

/** Options of bundles with modules of a site folder. */
export function browserOptions(isDevelopment: boolean) {
	const options = { ...BROWSER_OPTIONS, ...(isDevelopment && BROWSER_DEVELOPMENT_OPTIONS) };
	return {
		...options,
		...SITE_CODE_OPTIONS,
		define: { ...options.define, "process.env": "{}" },
		loader: ASSET_LOADERS,
	} satisfies BuildOptions;
}

export async function createClientBundler(
	root: string,
	plugins: readonly Plugin[],
	site?: SiteBundling,
): Promise<Bundler<ClientBundle>> {
	const { styles, development } = { styles: undefined, ...site };
	const isDevelopment = development !== undefined;
	const sheets = globSync(`${SHEETS_FOLDER}*.css`, { cwd: root }).toSorted();
	const app = join(root, APP);
	const options = {
		// Written, but not linked in the script, because it is not served.
		sourcemap: site === undefined && "external",
		...(site === undefined ? BROWSER_OPTIONS : browserOptions(isDevelopment)),
		absWorkingDir: root,
		entryPoints: [ENTRY, ...sheets, ...[styles ?? []].flat(), ...(development?.all ?? [])],
		outdir: ASSETS,
		// A page's file may be named after its placeholder, which is not a valid name of an asset.
		entryNames: site === undefined ? "[name].[hash]" : "module.[hash]",
		chunkNames: site === undefined ? "[name].[hash]" : "module.[hash]",
		assetNames: "[name].[hash]",
		loader: ASSET_LOADERS,
		metafile: true,
		plugins: [
			...plugins,
			cascadeLayers(join(root, SOURCES)),
			jsxAsModule(join(root, SOURCES)),
			...(existsSync(app) ? [shareOneChunk(join(root, SOURCES), app)] : []),
		],
	} satisfies BuildOptions;
	const building = await context(options);
	return {
		dispose: () => building.dispose(),
		async bundle() {
			const { outputFiles: written, metafile: made } = await building.rebuild();
			const built = { outputFiles: written, metafile: made };
			const isTableSplit = site === undefined || development !== undefined;
			const { outputFiles, metafile } = isTableSplit ? built : await separateStyles(built, options);
			const manifest = clientManifest(metafile, ENTRY);
			const own = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
				entryPoint !== undefined && entryPoint === styles && path.endsWith(".css")
					? [basename(path)]
					: [],
			);
			const isServed = (file: OutputFile): boolean =>
				development !== undefined || !isSourceMap(file);
			return {
				assets: outputFiles.filter(isServed).map((file) => builtFile(ASSETS, file)),
				sourceMaps: outputFiles.filter(isSourceMap).map((file) => builtFile("maps", file)),
				manifest: {
					...manifest,
					entry: { ...manifest.entry, styles: [...manifest.entry.styles, ...own] },
					sheets: sheetsIn(metafile),
					...(site !== undefined && { siteFiles: siteFilesOf(metafile, development) }),
				},
				metafile,
			};
		},
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

/** Source folders of pages, and of a site folder's modules: the rest of a file name is the page id. */
const MODULES = /^(?:src\/app\/pages\/|site:)/;

/**
 * Reads the files that the entry and each page need from esbuild's metafile. Only modules of a site folder list
 * styles: pages of the product share one chunk with the entry, and its styles.
 *
 * @throws {RangeError} When the metafile has no output for the entry.
 */
function clientManifest(metafile: Metafile, entry: string): Omit<BuildManifest, "buildId"> {
	const chunks = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
		entryPoint === undefined || !path.endsWith(".js") ? [] : [{ path, entryPoint }],
	);
	const entryChunk = chunks.find(({ entryPoint }) => entryPoint === entry);
	if (entryChunk === undefined) throw new RangeError(`The build has no output for "${entry}"`);
	const pages = chunks
		.filter(({ entryPoint }) => MODULES.test(entryPoint))
		.map(({ path, entryPoint }) => [pageId(entryPoint), pageAssets(entryPoint, path)] as const)
		.toSorted(([one], [other]) => (one < other ? -1 : 1));
	return { entry: assetsOfChunk(metafile, entryChunk.path), pages: Object.fromEntries(pages) };

	function pageAssets(entryPoint: string, chunk: string): PageAssets {
		const assets = assetsOfChunk(metafile, chunk);
		return entryPoint.startsWith(SOURCES) ? { ...assets, styles: [] } : assets;
	}
}

function assetsOfChunk(metafile: Metafile, chunk: string): PageAssets {
	const styles = metafile.outputs[chunk]?.cssBundle;
	return {
		scripts: staticImports(metafile, chunk),
		styles: styles === undefined ? [] : [basename(styles)],
	};
}

/** @returns The chunk and all its static imports, each once. */
export function staticImports({ outputs }: Metafile, chunk: string): readonly string[] {
	const found = new Set([chunk]);
	// Iterating over a set includes items that are added meanwhile.
	for (const path of found) {
		const imports = outputs[path]?.imports ?? [];
		const statically = imports.filter(
			({ kind, external }) => kind === "import-statement" && external !== true,
		);
		for (const imported of statically) found.add(imported.path);
	}
	return [...found].map((path) => basename(path));
}

function pageId(sourceFile: string): string {
	return tableId(sourceFile.replace(MODULES, ""));
}

/** Style sheets of elements and of values; all others are styles of components. */
const BASE_SHEET = /[\\/](?:palettes|tokens|base)\.css$/;

/** Puts the product's styles into cascade layers, so that unlayered styles of a site folder win. */
function cascadeLayers(sources: string): Plugin {
	return {
		name: "cascade-layers",
		setup(build) {
			build.onLoad({ filter: /\.css$/, namespace: "file" }, async ({ path, with: how }) => {
				if (!path.startsWith(sources) || how["type"] === "text") return undefined;
				const layer = BASE_SHEET.test(path) ? "loggia.base" : "loggia.components";
				const text = await readFile(path, "utf8");
				const contents = `@layer ${layer} {\n${text}\n}`;
				return { contents, loader: "css", resolveDir: dirname(path) };
			});
		},
	};
}

/**
 * Gives the product's modules React's JSX runtime as an ES module. It is a CommonJS module, so each module
 * would have a wrapper of it, and each element a longer call.
 */
function jsxAsModule(sources: string): Plugin {
	// The path tells `siteFilesOf()` that the module is public.
	const path = "node_modules/react/jsx-runtime";
	const contents =
		'import runtime from "react/jsx-runtime"; export const { Fragment, jsx, jsxs } = runtime;';
	return {
		name: "jsx-as-module",
		setup(build) {
			build.onResolve({ filter: /^react\/jsx-runtime$/ }, ({ importer }) =>
				importer.startsWith(sources) ? { path, namespace: "jsx" } : undefined,
			);
			build.onLoad({ filter: /.*/, namespace: "jsx" }, () => ({ contents, resolveDir: sources }));
		},
	};
}

const LATE_IMPORT = /\bimport\("(\.[^"]+\.tsx?)"\)/g;

/**
 * Puts the modules that the entry and the late chunks share into one chunk.
 *
 * esbuild makes a chunk for each set of entries that shares modules, so a first view would fetch a
 * dozen files of some hundred bytes. Here each late chunk imports the same module, so all modules that
 * this module needs have the same set.
 *
 * @param sources Absolute path of the folder whose modules import late chunks.
 * @param shared Absolute path of a module of the entry without top-level `await`, which would wait
 * for late chunks that wait for it.
 */
function shareOneChunk(sources: string, shared: string): Plugin {
	return {
		name: "share-one-chunk",
		setup(build) {
			const late = lateModules(sources);
			const names = Array.from(late, (path) => basename(path).replaceAll(".", "\\."));
			// esbuild matches the filter itself: a callback for each module takes a third of a build.
			const filter = new RegExp(`[\\\\/](?:${names.join("|")})$`);
			build.onLoad({ filter }, async ({ path }) => {
				if (!late.has(path)) return undefined;
				const text = await readFile(path, "utf8");
				// Relative, since names of chunks depend on the text of their modules.
				const target = `./${relative(dirname(path), shared).replaceAll("\\", "/")}`;
				return {
					contents: `${text}\nimport ${JSON.stringify(target)};\n`,
					loader: path.endsWith("x") ? "tsx" : "ts",
					resolveDir: dirname(path),
				};
			});
		},
	};
}

function lateModules(sources: string): ReadonlySet<string> {
	const files = globSync("**/*.{ts,tsx}", { cwd: sources }).map((file) => join(sources, file));
	return new Set(
		files.flatMap((file) =>
			Array.from(readFileSync(file, "utf8").matchAll(LATE_IMPORT), ([, path = ""]) =>
				join(dirname(file), path),
			),
		),
	);
}
