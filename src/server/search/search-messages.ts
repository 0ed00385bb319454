import type { PageRecord } from "../content/pages/page.ts";
import type { SearchFindings } from "./search-reader.ts";

/** In the data folder. */
export const SEARCH_INDEX_FILE = "search.db";

/** What the thread that searches is started with. */
export interface SearchThreadData {
	/** Absolute. */
	readonly indexFile: string;
}

export type ToSearchThread = { readonly id: number } & SearchTask;

export type SearchTask =
	| {
			readonly kind: "find";
			readonly text: string;
			readonly locale: string;
			/** Path of the folder to search in; absent: everywhere. */
			readonly section: string | undefined;
			/** Path below which the language and the version are; absent: the site has one of each. */
			readonly edition: string | undefined;
	  }
	| {
			readonly kind: "show";
			readonly basePath: string;
			readonly stems: readonly string[];
			readonly pages: readonly ShownPage[];
	  };

/** A page that visitors may see, as it is live. */
export interface ShownPage extends Pick<PageRecord, "path" | "title" | "packedBody"> {
	readonly description: string | undefined;
	/** Names this state of it. */
	readonly stamp: string;
	/** Numbers of the sections that were found; empty when the index is of another state of the page. */
	readonly sections: readonly number[];
}

export type FromSearchThread = { readonly id: number } & (
	| { readonly kind: "found"; readonly findings: SearchFindings }
	/** As JSON: it passes on as it is, and costs less on its way than the value. */
	| { readonly kind: "shown"; readonly answer: string }
	| { readonly kind: "failed"; readonly message: string }
);

/**
 * Names what an index is of: a revision, and the moment in which its pages are seen. Both sides
 * make it, so that an answer is only kept when both speak of the same.
 *
 * @param untilMs When the next page appears or expires; infinity when none does.
 */
export function searchState(revisionId: string, untilMs: number): string {
	return `${revisionId} ${untilMs}`;
}
