import { basename, extname } from "node:path";
import type { Metafile } from "esbuild";
import type { BuildManifest, PageAssets } from "../../../shared/builds/build-manifest.ts";

/** Source folders of pages, and of a site folder's modules: the rest of a file's name is the id. */
const MODULES = /^(?:src\/app\/pages\/|site:)/;

/**
 * Reads out of esbuild's own account which files the entry and each page need.
 *
 * Pages name no styles: esbuild's stylesheet of the entry already holds those of every
 * chunk that the entry can reach, lazily loaded ones included.
 *
 * @throws {RangeError} When the metafile knows no output for the entry.
 */
export function clientManifest(metafile: Metafile, entry: string): Omit<BuildManifest, "buildId"> {
	const chunks = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
		entryPoint === undefined || !path.endsWith(".js") ? [] : [{ path, entryPoint }],
	);
	const entryChunk = chunks.find(({ entryPoint }) => entryPoint === entry);
	if (entryChunk === undefined) throw new RangeError(`The build has no output for "${entry}"`);
	const pages = chunks
		.filter(({ entryPoint }) => MODULES.test(entryPoint))
		.map(({ path, entryPoint }) => [pageId(entryPoint), pageAssets(metafile, path)] as const)
		.toSorted(([one], [other]) => (one < other ? -1 : 1));
	return { entry: entryAssets(metafile, entryChunk.path), pages: Object.fromEntries(pages) };
}

function entryAssets(metafile: Metafile, chunk: string): PageAssets {
	const styles = metafile.outputs[chunk]?.cssBundle;
	return {
		scripts: staticImports(metafile, chunk),
		styles: styles === undefined ? [] : [basename(styles)],
	};
}

function pageAssets(metafile: Metafile, chunk: string): PageAssets {
	return { scripts: staticImports(metafile, chunk), styles: [] };
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
	const name = sourceFile.replace(MODULES, "");
	return name.slice(0, name.length - extname(name).length);
}
