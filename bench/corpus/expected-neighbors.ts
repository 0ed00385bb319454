import { frontMatterData } from "../../src/migrate/source/read-data.ts";
import { SourceFolder } from "../../src/migrate/source/source-folder.ts";
import type { NavigationEntry } from "../../src/platform/settings/content-settings.ts";
import { contentName } from "../../src/server/content/page-path.ts";
import { isVisible } from "../../src/server/content/pages/page.ts";
import type { LoadedRevision } from "../../src/server/content/revision.ts";
import { furtherEditions } from "../../src/server/content/versions.ts";
import { folderOrder, type PlacedFile } from "./folder-order.ts";

export interface NeighborSources {
	readonly siteFolder: string;
	readonly generator: string;
	readonly revision: LoadedRevision;
}

/**
 * Finds the page after each page of the main language from the generator's own list, or from its rule
 * for folders, without the server's tree.
 *
 * @returns Paths by path; empty for the last page of a list. An empty map if a folder has no known order.
 */
export function expectedNeighbors(sources: NeighborSources): ReadonlyMap<string, string> {
	const { revision, generator } = sources;
	const files = filesOf(sources);
	const names = new Map(
		[plain, exact].flatMap((key) =>
			files.flatMap(({ name, path }) => [[key(name), path] as const, [key(path), path] as const]),
		),
	);
	const next = new Map<string, string>();
	for (const list of listsOf(revision, files)) {
		const named = list.flatMap((entry) => flatten(entry));
		if (named.includes(undefined)) return new Map();
		const paths = [...new Set(named)].filter((path) => path !== undefined && path !== "");
		paths.forEach((path, index) => {
			if (path !== undefined && !next.has(path)) next.set(path, paths[index + 1] ?? "");
		});
	}
	return next;

	function flatten({ page, folder, pages = [] }: NavigationEntry): readonly (string | undefined)[] {
		const own = page === undefined ? [] : [names.get(exact(page)) ?? names.get(plain(page)) ?? ""];
		const inFolder =
			folder === undefined ? [] : (folderOrder(generator, files, folder) ?? [undefined]);
		return [...own, ...pages.flatMap(flatten), ...inFolder];
	}
}

/** Returns lists of consecutive pages; without a navigation, one list for each folder at the top. */
function listsOf(
	{ config }: LoadedRevision,
	files: readonly PlacedFile[],
): readonly (readonly NavigationEntry[])[] {
	const entries = config.settings.navigation;
	if (entries === undefined) {
		const folders = files.flatMap(({ name }) =>
			name.includes("/") ? [name.split("/", 1)[0]] : [],
		);
		return Array.from(new Set(folders), (folder) => [{ folder }]);
	}
	const own = entries.filter(({ section }) => section === true || section === "hidden");
	const shared = entries.filter(({ section = false }) => section === false);
	const continued = entries.filter(({ section }) => section === "continued");
	return [...own.map((entry) => [entry]), shared, continued];
}

function filesOf({ siteFolder, revision }: NeighborSources): readonly PlacedFile[] {
	const source = new SourceFolder(siteFolder);
	const { listing, config } = revision;
	const further = furtherEditions(config.editions).map(({ root }) => root);
	return [...revision.pages.values()]
		.filter((page) => page.navigation !== false && isVisible(page, Date.now()))
		.filter(({ path }) => !further.some((root) => `${path}/`.startsWith(`${root}/`)))
		.map(({ file, path }) => ({
			name: contentName(file, listing.contentFolders).name,
			path,
			frontMatter: frontMatterData(source, file),
		}));
}

function exact(name: string): string {
	return name
		.toLowerCase()
		.replace(/\.mdx?$/, "")
		.replace(/^\/|\/$/g, "");
}

/** An index or readme file gets the name of its folder, unless a list names the file itself. */
function plain(name: string): string {
	return exact(name).replace(/(?:^|\/)(?:_?index|readme)$/, "");
}
