/** Which files one build made. Written by `scripts/build.ts`, read by the server. */
export interface BuildManifest {
	/** Hash of everything that the build put out. */
	readonly buildId: string;
	/** What every document needs, in the order of loading. */
	readonly entry: PageAssets;
	/** What the lazily loaded route of a page needs on top, by page id. */
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
 * Everything that a document of this page needs at once.
 *
 * @returns The entry's assets alone when the page has no chunk of its own.
 */
export function assetsForPage(manifest: BuildManifest, pageId: string): PageAssets {
	const page = manifest.pages[pageId];
	if (page === undefined) return manifest.entry;
	return {
		scripts: [...new Set([...manifest.entry.scripts, ...page.scripts])],
		styles: [...new Set([...manifest.entry.styles, ...page.styles])],
	};
}

/** @returns The file names of style sheets; one that the build does not have is left out. */
export function sheetsOf({ sheets = {} }: BuildManifest, names: readonly string[]): string[] {
	return names.flatMap((name) => sheets[name] ?? []);
}

/** @throws {SyntaxError} When the value is not a build manifest; the message names the member. */
export function parseBuildManifest(value: unknown): BuildManifest {
	const { buildId, entry, pages, sheets } = membersOf(value, "manifest");
	if (typeof buildId !== "string" || buildId === "") throw malformed("buildId");
	const parsedPages = Object.entries(membersOf(pages, "pages")).map(
		([id, assets]) => [id, parsePageAssets(assets, `pages.${id}`)] as const,
	);
	return {
		buildId,
		entry: parsePageAssets(entry, "entry"),
		pages: Object.fromEntries(parsedPages),
		...(sheets === undefined ? {} : { sheets: parseSheets(sheets) }),
	};
}

function parseSheets(value: unknown): Readonly<Record<string, string>> {
	const files = Object.entries(membersOf(value, "sheets"));
	return Object.fromEntries(files.map(([name, file]) => [name, String(file)]));
}

function parsePageAssets(value: unknown, member: string): PageAssets {
	const { scripts, styles } = membersOf(value, member);
	if (!isNameList(scripts)) throw malformed(`${member}.scripts`);
	if (!isNameList(styles)) throw malformed(`${member}.styles`);
	return { scripts, styles };
}

function membersOf(value: unknown, member: string): Record<string, unknown> {
	if (typeof value !== "object" || value === null) throw malformed(member);
	return { ...value };
}

function isNameList(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function malformed(member: string): SyntaxError {
	return new SyntaxError(
		`The build manifest is malformed: "${member}" is missing or of another type`,
	);
}
