/** Response to a search. */
export interface SearchAnswer {
	/** Best result first. */
	readonly results: readonly SearchResult[];
}

/** Data of the results page. */
export interface SearchPageData {
	/** The search text; empty without a search. */
	readonly text: string;
	/** Absent while search is unavailable. */
	readonly results?: readonly SearchResult[] | undefined;
}

/** A found page with its found sections. */
export interface SearchResult {
	readonly title: MarkedText;
	/** URL path, with the base path. */
	readonly url: string;
	/** Best section first; at least one. */
	readonly sections: readonly SearchResultSection[];
}

export interface SearchResultSection {
	/** Absent for text before the first section. */
	readonly heading?: MarkedText;
	/** URL path with the hash of the section. */
	readonly url: string;
	/** Text around the found words. */
	readonly excerpt: MarkedText;
	/** Found words in the spelling of the page. */
	readonly words: readonly string[];
}

/** Text with marked ranges, as [start, end) in UTF-16 code units. */
export interface MarkedText {
	readonly text: string;
	readonly marks: readonly (readonly [start: number, end: number])[];
}

/** Endpoint that answers `?q=…` with a {@link SearchAnswer}. */
export const SEARCH_ENDPOINT = "/api/search";

/** Path of the results page, which works without JavaScript. */
export const SEARCH_PATH = "/search";
