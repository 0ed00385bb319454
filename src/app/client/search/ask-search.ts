import { SEARCH_ENDPOINT, type SearchAnswer, type SearchResult } from "../../../shared/search.ts";

export type SearchOutcome =
	| { readonly kind: "found"; readonly results: readonly SearchResult[] }
	| { readonly kind: "failed" }
	/** A newer search has started. */
	| { readonly kind: "overtaken" };

/** Sends searches to the server. A new search aborts the previous one. */
export function askSearch(
	fetch: typeof globalThis.fetch,
	basePath: string,
): (text: string) => Promise<SearchOutcome> {
	let current: AbortController | undefined;
	return async (text) => {
		current?.abort();
		const controller = new AbortController();
		current = controller;
		try {
			const url = `${basePath}${SEARCH_ENDPOINT}?${questionOf(text)}`;
			const response = await fetch(url, { signal: controller.signal });
			if (!response.ok) return { kind: "failed" };
			// Our own server wrote it; a newer build only adds members.
			const { results } = (await response.json()) as SearchAnswer;
			return controller.signal.aborted ? { kind: "overtaken" } : { kind: "found", results };
		} catch {
			// Offline, or a newer search aborted this one.
			return { kind: controller.signal.aborted ? "overtaken" : "failed" };
		}
	};
}

/** Query of a search, with the language and the version of the document. */
function questionOf(text: string): string {
	const { dataset } = document.documentElement;
	const words = new URLSearchParams({ q: text });
	for (const name of ["locale", "version"]) {
		const value = dataset[name];
		if (value !== undefined) words.set(name, value);
	}
	return words.toString();
}
