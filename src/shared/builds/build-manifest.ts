import * as z from "zod";

/** Which files one build made. Written by `scripts/build.ts`, read by the server. */
export interface BuildManifest {
	/** Hash of everything that the build put out. */
	readonly buildId: string;
	/** What every document needs, in the order of loading. */
	readonly entry: PageAssets;
	/** What a lazily loaded page, or a module of the site folder, needs on top, by its id. */
	readonly pages: Readonly<Record<string, PageAssets>>;
	/** Style sheets that only some pages or sites need, by name. */
	readonly sheets?: Readonly<Record<string, string>>;
}

/** File names inside `/_nuxt/`, hash included. */
export interface PageAssets {
	/** The chunk itself first, then everything that it imports statically. */
	readonly scripts: readonly string[];
	readonly styles: readonly string[];
}

/** The folder of build assets in URLs; part of the contract with clients and proxies. */
export const ASSETS_FOLDER = "_nuxt";

/**
 * Everything that a document of a page needs at once.
 *
 * @param modules The ids of the page and of its parts; those without a chunk of their own add nothing.
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

/** @returns The file names of style sheets; one that the build does not have is left out. */
export function sheetsOf({ sheets = {} }: BuildManifest, names: readonly string[]): string[] {
	return names.flatMap((name) => sheets[name] ?? []);
}

/** @throws {SyntaxError} When the value is not a build manifest; the message names the member. */
export function parseBuildManifest(value: unknown): BuildManifest {
	// Made here and not beside: browsers load this module for its other functions, without the library.
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
