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
