import { foldPath } from "../pages/page-path.ts";

/** Extensions that links may have and paths of pages lack. */
const EXTENSIONS = /(?:\.(?:html|mdx?))+$/;

/** Of a path that ends in no name of its own, such as `..` or `index.md`. */
export const ANY_NAME = "*";

/** What stands for its folder, under whatever name that has. */
const FOLDER_NAMES: ReadonlySet<string> = new Set(["", "index", "readme"]);

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
	const end = path.endsWith("/") ? path.replace(/\/+$/, "") : path;
	const segment = foldPath(end.slice(end.lastIndexOf("/") + 1)).replace(EXTENSIONS, "");
	const letters = /^[a-z]+$/.test(segment) ? segment : segment.replace(/\P{L}+/gu, "");
	return FOLDER_NAMES.has(letters) ? ANY_NAME : letters;
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
