import { hash } from "node:crypto";
import type { Page } from "../content/pages/page.ts";

/** File name in the data folder. */
export const SEARCH_INDEX_FILE = "search.db";

/** Calls of the search thread. */
export interface SearchCalls {
	readonly find: {
		readonly input: SearchScope & { readonly text: string; readonly locale: string };
		readonly output: SearchFindings;
	};
	readonly show: {
		readonly input: {
			readonly locale: string;
			readonly basePath: string;
			readonly marked: MarkedWords;
			readonly pages: readonly ShownPage[];
		};
		/** A `SearchAnswer` as JSON, because the main thread only forwards it. */
		readonly output: string;
	};
}

/** A live page that visitors may see; without sections when the index has another state of the page. */
export interface ShownPage extends Pick<Page, "path" | "title" | "packedBody">, FoundPage {
	readonly description: string | undefined;
}

/** Pages of the index, the best first. The caller decides which of them are shown. */
export interface SearchFindings {
	/** The state of the index, see `searchState()`. */
	readonly state: string | undefined;
	readonly pages: readonly FoundPage[];
	readonly marked: MarkedWords;
}

/** The words to mark in results. */
export interface MarkedWords {
	readonly stems: readonly string[];
	/** Start of a word that the reader may still be typing. */
	readonly prefix: string | undefined;
}

export interface FoundPage {
	readonly path: string;
	/** A state of the page, by {@link stampOf}. */
	readonly stamp: string;
	/** Numbers of its sections, the best first. */
	readonly sections: readonly number[];
}

/** Scope of a search. */
export interface SearchScope {
	/** Path of a folder; absent: everywhere. */
	readonly section?: string | undefined;
	/** Path below which a language and version are. A section takes precedence. */
	readonly edition?: string | undefined;
	/** The kinds of pages that the visitor may read, by `requirementsKey()`; absent: all pages. */
	readonly access?: readonly string[] | undefined;
}

/**
 * Names the state of an index: its revision, and until when the same pages are visible. An answer may
 * be cached only if the index has the state of the live revision.
 *
 * @param untilMs When the next page appears or expires, in milliseconds since the Unix epoch.
 */
export function searchState(revisionId: string, untilMs: number): string {
	return `${revisionId} ${untilMs}`;
}

/** Names a state of a page in the index. The digest includes the description. */
export function stampOf({ digest, title }: Pick<Page, "digest" | "title">): string {
	return hash("sha256", `${digest} ${title}`, "base64url").slice(0, STAMP_LENGTH);
}

const STAMP_LENGTH = 22;
