/** Words that stay lower case inside a title. */
const SHORT_WORDS: ReadonlySet<string> = new Set(
	"a an and as at but by for if in is nor of on or the to with".split(" "),
);

/**
 * Makes a title out of the last segment of a path, for pages that give none.
 *
 * `getting-started`, `some_thing` and `someThing` become words; an abbreviation that is
 * written in capitals stays.
 *
 * @param path Decoded or not: a segment that is still percent-encoded is decoded here.
 * @returns The empty string for `/`, whose title is the site's name.
 * @example
 * titleOfPath("/guide/getting-started"); // "Getting Started"
 * titleOfPath("/the-art-of-war"); // "The Art of War"
 */
export function titleOfPath(path: string): string {
	const segment = path.split("/").findLast((part) => part !== "") ?? "";
	return wordsOf(decodeLeniently(segment)).map(titleCase).join(" ");
}

/**
 * `{page title} {separator} {site name}`; without a page title, the site's name alone.
 */
export function documentTitle(pageTitle: string, separator: string, siteName: string): string {
	if (pageTitle === "") return siteName;
	return siteName === "" ? pageTitle : `${pageTitle} ${separator} ${siteName}`;
}

function wordsOf(segment: string): string[] {
	return segment
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
		.split(/[-_\s]+/u)
		.filter((word) => word !== "");
}

function titleCase(word: string, position: number): string {
	if (/^\p{Lu}{2,}/u.test(word)) return word;
	const lower = word.toLowerCase();
	if (position > 0 && SHORT_WORDS.has(lower)) return lower;
	const [first = "", ...rest] = word;
	return first.toUpperCase() + rest.join("");
}

function decodeLeniently(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		// A file may well be called "100%": then the percent sign is just a character.
		return segment;
	}
}
