import { foldPath } from "../../../shared/routing/route-pattern.ts";
import { tidyPath } from "../../../shared/routing/routes.ts";
import { INDEX_NAME, PAGE_EXTENSION } from "../page-path.ts";

/** Finds pages by other spellings of their path. */
export interface Spellings {
	/** @param spelling Folded. @returns The true path, or `undefined`. */
	readonly get: (spelling: string) => string | undefined;
}

/** A page by its true path, and its file relative to the pages folder. */
export interface SpelledPage {
	readonly path: string;
	readonly name: string;
	/** Former paths: absolute, or relative to the folder of the page. */
	readonly formerPaths?: readonly string[] | undefined;
}

const EXTENSION = /(?<=[^/])\.(?:html|mdx?|markdown)$/;

const INDEX_SPELLING = /\/(?:index(?:\.html|\.md)?|readme(?:\.md)?)$/;

/**
 * Finds pages by all their spellings: another letter case, the name of the file, and forms of other
 * site generators. True paths have precedence: an alias never hides a page.
 *
 * Aliases are parsed at look-up. A stored list would have ten aliases per page, and would be the
 * largest object in the memory of a large site.
 */
export function createSpellings(pages: Iterable<SpelledPage>): Spellings {
	const paths = new Map<string, string>();
	/** Paths by file name, if it differs from the path, such as by an order prefix; and by former path. */
	const stems = new Map<string, string>();
	for (const { path, name, formerPaths = [] } of pages) {
		const folded = foldPath(path);
		addNearest(paths, folded, path);
		const stem = foldPath(`/${name.replace(PAGE_EXTENSION, "")}`);
		if (stem !== folded) addNearest(stems, stem, path);
		for (const former of formerPaths) addNearest(stems, formerSpelling(former, path), path);
	}
	return {
		get: (spelling) =>
			paths.get(spelling) ??
			stems.get(spelling) ??
			findWithoutExtension(spelling) ??
			findIndex(spelling) ??
			paths.get(`${spelling}.html`),
	};

	function findWithoutExtension(spelling: string): string | undefined {
		const stem = spelling.replace(EXTENSION, "");
		if (stem === spelling) return undefined;
		return paths.get(stem) ?? (spelling.endsWith(".html") ? undefined : stems.get(stem));
	}

	function findIndex(spelling: string): string | undefined {
		const folder = spelling.replace(INDEX_SPELLING, "");
		return folder === spelling ? undefined : paths.get(folder || "/");
	}
}

/**
 * Returns the spelling of a former path. Like aliases of Hugo, it is relative to the folder of the page
 * unless it starts with a slash.
 *
 * @param path Current path of the page. @returns The folded path.
 */
export function formerSpelling(former: string, path: string): string {
	const folder = former.startsWith("/") ? "" : path.slice(0, path.lastIndexOf("/"));
	return foldPath(tidyPath(`${folder}/${former.replace(PAGE_EXTENSION, "")}`));
}

/** Stores the shortest path, because the order of pages depends on when they were saved. */
function addNearest(map: Map<string, string>, key: string, path: string): void {
	const known = map.get(key) ?? path;
	const isNearer = path.length === known.length ? path < known : path.length < known.length;
	map.set(key, isNearer ? path : known);
}

/** Up to three extensions at the end of a link, which paths of pages do not have. */
const EXTENSIONS = /(?:\.(?:html|mdx?|markdown)){1,3}$/;

/** Name for paths that end without a name, such as `..` or `index.md`. */
export const ANY_NAME = "*";

/**
 * Returns the common part of all spellings of a path: the letters of its last segment. Order prefixes,
 * extensions, letter case and folders differ between links of authors and the true path.
 *
 * @param path Decoded.
 * @returns `ANY_NAME` if no letters remain: such a path may mean any page.
 * @example
 * spelledName("../02-Install.md"); // "install"
 */
export function spelledName(path: string): string {
	const folded = foldPath(tidyPath(path)).replace(EXTENSIONS, "");
	const letters = folded.slice(folded.lastIndexOf("/") + 1).replace(/\P{L}+/gu, "");
	return letters === "" || INDEX_NAME.test(letters) ? ANY_NAME : letters;
}

/** Joins names to one text, because every page stores such a list. */
export function joinNames(names: Iterable<string>): string {
	return Array.from(new Set(names), (name) => `/${name}/`).join("");
}

/** Whether a joined name may mean the same as one of the others. */
export function hasName(joined: string, others: readonly string[]): boolean {
	if (others.includes(ANY_NAME)) return joined !== "";
	return others.length > 0 && [ANY_NAME, ...others].some((name) => joined.includes(`/${name}/`));
}
