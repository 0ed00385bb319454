import * as z from "zod";

/** Files of one build. `scripts/build.ts` writes the manifest, and the server reads it. */
export interface BuildManifest {
	/** Hash of the whole build output. */
	readonly buildId: string;
	/** Assets that every document needs, in loading order. */
	readonly entry: PageAssets;
	/** Additional assets of a lazily loaded page or a module of the site folder, by its id. */
	readonly pages: Readonly<Record<string, PageAssets>>;
	/** File names of style sheets that only some pages or sites need, by name. */
	readonly sheets?: Readonly<Record<string, string>>;
	/** Absent: the build has no modules of a site folder. */
	readonly siteFiles?: SiteFiles;
}

/** Which files of a build contain which modules of the site folder, to decide who may load them. */
export interface SiteFiles {
	/** Modules by file name; other files have none. Style sheets of every page are left out. */
	readonly modules: Readonly<Record<string, readonly string[]>>;
	/** Ids of the pages, components and layouts that need a module; {@link EVERY_PAGE}: all pages do. */
	readonly users: Readonly<Record<string, readonly string[]>>;
}

export const EVERY_PAGE = "*";

/** File names inside `/_nuxt/`, hash included. */
export interface PageAssets {
	/** The chunk first, then all its static imports. */
	readonly scripts: readonly string[];
	readonly styles: readonly string[];
}

/** The folder of build assets in URLs; part of the contract with clients and proxies. */
export const ASSETS_FOLDER = "_nuxt";

/**
 * Assets that a document of a page needs at once.
 *
 * @param modules Ids of the page and its parts; an id without a chunk of its own adds nothing.
 */
export function assetsForPage(
	{ entry, pages }: BuildManifest,
	...modules: readonly string[]
): PageAssets {
	const chunks = [entry, ...modules.flatMap((id) => pages[id] ?? [])];
	return {
		scripts: [...new Set(chunks.flatMap(({ scripts }) => scripts))],
		styles: [...new Set(chunks.flatMap(({ styles }) => styles))],
	};
}

/** @returns File names of the style sheets of modules of the site folder, each once. */
export function stylesOfModules({ pages }: BuildManifest, ids: readonly string[]): string[] {
	return [...new Set(ids.flatMap((id) => pages[id]?.styles ?? []))];
}

/** @returns File names of style sheets; skips names that the build does not have. */
export function sheetsOf(
	{ sheets = {} }: Pick<BuildManifest, "sheets">,
	names: readonly string[],
): string[] {
	return names.flatMap((name) => sheets[name] ?? []);
}

/** @throws {SyntaxError} When the value is not a build manifest; the message names the member. */
export function parseBuildManifest(value: unknown): BuildManifest {
	// Created here, not at module level: browsers load this module for other functions, without zod.
	const assets = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) });
	const manifest = z.object({
		buildId: z.string().min(1),
		entry: assets,
		pages: z.record(z.string(), assets),
		sheets: z.record(z.string(), z.string()).exactOptional(),
	});
	const { data, error } = manifest.safeParse(value);
	if (data !== undefined) return data;
	const member = error.issues[0]?.path.filter((key) => typeof key === "string").join(".");
	throw new SyntaxError(
		`The build manifest is malformed: "${member || "manifest"}" is missing or of another type`,
	);
}
