import { foldPath } from "../../../shared/routing/route-pattern.ts";
import { tidyPath } from "../../../shared/routing/routes.ts";
import { INDEX_NAME, PAGE_EXTENSION } from "../page-path.ts";

/** What finds pages under other spellings. */
export interface Spellings {
	/** @param spelling Folded. @returns The true path, or `undefined`. */
	readonly get: (spelling: string) => string | undefined;
}

/** A page by its true path, and its file relative to the pages folder. */
export interface SpelledPage {
	readonly path: string;
	readonly name: string;
	/** Where it was before: absolute, or relative to the folder of the page. */
	readonly formerPaths?: readonly string[] | undefined;
}

const EXTENSION = /(?<=[^/])\.(?:html|mdx?|markdown)$/;

const INDEX_SPELLING = /\/(?:index(?:\.html|\.md)?|readme(?:\.md)?)$/;

/**
 * Finds pages under every spelling that leads to them: another letter case, the name of the
 * file, and what other site generators call it. True paths go first: an alias never hides a page.
 *
 * Aliases are taken apart when they are asked for. Written out they would be ten for each
 * page, and the largest thing that a site of many pages keeps.
 */
export function createSpellings(pages: Iterable<SpelledPage>): Spellings {
	const paths = new Map<string, string>();
	/** Of files whose name says more than their path, such as an order prefix; and where pages were before. */
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
 * Under which spelling a page is found where it was before. Hugo's aliases are seen from the folder
 * of the page unless they start with a slash.
 *
 * @param path Of the page now. @returns Folded.
 */
export function formerSpelling(former: string, path: string): string {
	const folder = former.startsWith("/") ? "" : path.slice(0, path.lastIndexOf("/"));
	return foldPath(tidyPath(`${folder}/${former.replace(PAGE_EXTENSION, "")}`));
}

/** Of several the shortest: pages come in the order in which they were saved. */
function addNearest(map: Map<string, string>, key: string, path: string): void {
	const known = map.get(key) ?? path;
	const isNearer = path.length === known.length ? path < known : path.length < known.length;
	map.set(key, isNearer ? path : known);
}

/** Extensions that links may have and paths of pages lack; of a long row of them the last ones. */
const EXTENSIONS = /(?:\.(?:html|mdx?|markdown)){1,3}$/;

/** Of a path that ends in no name of its own, such as `..` or `index.md`. */
export const ANY_NAME = "*";

/**
 * What all spellings of a path have in common: the letters of its last segment. Order prefixes,
 * extensions, letter case and folders differ between what authors write and the true path.
 *
 * @param path Decoded.
 * @returns `ANY_NAME` where nothing is left: such a path may mean any page.
 * @example
 * spelledName("../02-Install.md"); // "install"
 */
export function spelledName(path: string): string {
	const folded = foldPath(tidyPath(path)).replace(EXTENSIONS, "");
	const letters = folded.slice(folded.lastIndexOf("/") + 1).replace(/\P{L}+/gu, "");
	return letters === "" || INDEX_NAME.test(letters) ? ANY_NAME : letters;
}

/** Many names as one text, since every page has some. */
export function joinNames(names: Iterable<string>): string {
	return Array.from(new Set(names), (name) => `/${name}/`).join("");
}

/** Whether one that was joined may mean one of the others. */
export function hasName(joined: string, others: readonly string[]): boolean {
	if (others.includes(ANY_NAME)) return joined !== "";
	return others.length > 0 && [ANY_NAME, ...others].some((name) => joined.includes(`/${name}/`));
}
