import type { NavigationEntry } from "../../src/platform/settings/site-file-settings.ts";
import { contentName } from "../../src/server/content/files/content-name.ts";
import type { LoadedRevision } from "../../src/server/content/load-revision.ts";

/**
 * The page after each page as the generator's own list says it, told without the server's tree: only
 * of lists that name their pages, since folders are ordered by the server.
 *
 * @returns By path; empty for the last of a list.
 */
export function expectedNeighbors(revision: LoadedRevision): ReadonlyMap<string, string> {
	const names = pathsByName(revision);
	const entries = revision.config.navigation ?? [];
	const own = entries.filter(({ section }) => section === true);
	const shared = entries.filter(({ section }) => section !== true && section !== "continued");
	const continued = entries.filter(({ section }) => section === "continued");
	const next = new Map<string, string>();
	for (const list of [...own.map((entry) => [entry]), shared, continued]) {
		const pages = [...new Set(list.flatMap(flatten))].map((name) => names.get(plain(name)));
		const paths = pages.filter((path) => path !== undefined);
		paths.forEach((path, index) => {
			if (!next.has(path)) next.set(path, paths[index + 1] ?? "");
		});
	}
	return entries.some(hasFolder) ? new Map() : next;
}

function flatten({ page, pages = [] }: NavigationEntry): readonly string[] {
	return [...(page === undefined ? [] : [page]), ...pages.flatMap(flatten)];
}

function hasFolder({ folder, pages = [] }: NavigationEntry): boolean {
	return folder !== undefined || pages.some(hasFolder);
}

function pathsByName({ pages, listing }: LoadedRevision): ReadonlyMap<string, string> {
	const listed = [...pages.values()].filter(({ navigation }) => navigation !== false);
	return new Map(
		listed.flatMap(({ file, path }) => [
			[plain(contentName(file, listing.contentFolders).name), path] as const,
			[plain(path), path] as const,
		]),
	);
}

function plain(name: string): string {
	return name
		.toLowerCase()
		.replace(/\.mdx?$/, "")
		.replace(/(?:^|\/)(?:_?index|readme)$/, "")
		.replace(/^\/|\/$/g, "");
}
