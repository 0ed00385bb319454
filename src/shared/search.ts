/** The answer to a search. */
export interface SearchAnswer {
	/** The best first. */
	readonly results: readonly SearchResult[];
}

/** The data of the page of results. */
export interface SearchPageData {
	/** Empty when nothing is looked for. */
	readonly text: string;
	/** Absent while search is unavailable. */
	readonly results?: readonly SearchResult[] | undefined;
}

/** A page and its sections that were found. */
export interface SearchResult {
	readonly title: MarkedText;
	/** URL path, with the base path. */
	readonly url: string;
	/** The best first; at least one. */
	readonly sections: readonly SearchResultSection[];
}

export interface SearchResultSection {
	/** Absent for text before the first section. */
	readonly heading?: MarkedText;
	/** With the hash of the section. */
	readonly url: string;
	/** The words in their context. */
	readonly excerpt: MarkedText;
	/** The found words as the page has them. */
	readonly words: readonly string[];
}

/** Text in which words are found, as [start, end] by UTF-16 code units. */
export interface MarkedText {
	readonly text: string;
	readonly marks: readonly (readonly [start: number, end: number])[];
}

/** Answers `?q=…` with a {@link SearchAnswer}. */
export const SEARCH_ENDPOINT = "/api/search";

/** Divides a marked text into what is marked and what is not. */
export function markedParts({
	text,
	marks,
}: MarkedText): readonly { readonly text: string; readonly isMarked: boolean }[] {
	const parts: { text: string; isMarked: boolean }[] = [];
	let last = 0;
	for (const [start, end] of marks) {
		if (start > last) parts.push({ text: text.slice(last, start), isMarked: false });
		parts.push({ text: text.slice(start, end), isMarked: true });
		last = end;
	}
	if (last < text.length) parts.push({ text: text.slice(last), isMarked: false });
	return parts;
}

/** The page of results, which works without JavaScript. */
export const SEARCH_PATH = "/search";
