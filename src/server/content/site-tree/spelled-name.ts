import { tidyPath } from "../../../shared/routing/routes.ts";
import { foldPath, INDEX_NAME } from "../pages/page-path.ts";

/** Extensions that links may have and paths of pages lack; of a long row of them the last ones. */
const EXTENSIONS = /(?:\.(?:html|mdx?)){1,3}$/;

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
