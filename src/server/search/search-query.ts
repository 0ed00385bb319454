import { type Token, tokenize } from "./tokenize.ts";

/** What a reader looks for. */
export interface SearchQuery {
	readonly terms: readonly SearchTerm[];
}

/** Words that must follow each other: one word, a phrase in quotes, or pairs of letters. */
export interface SearchTerm {
	readonly words: readonly string[];
	/** Whether the reader may still be typing it. */
	readonly isOpen: boolean;
}

/** What readers type is shorter; the rest is left out. */
export const MAX_QUERY_LENGTH = 200;
const MAX_TERMS = 10;
const MAX_PHRASE = 20;

/** Reads what stands in a search field. Any text is a query; one without a word finds nothing. */
export function parseQuery(text: string): SearchQuery {
	const terms: SearchTerm[] = [];
	const parts = text.slice(0, MAX_QUERY_LENGTH).split(/["“”„«»]/);
	parts.forEach((part, index) => {
		const tokens = tokenize(part);
		// Between quotes, and the quote has its end.
		if (index % 2 === 1 && index < parts.length - 1) {
			if (tokens.length > 0) terms.push({ words: wordsOf(tokens), isOpen: false });
			return;
		}
		const runs = runsOf(tokens);
		for (const run of runs) terms.push({ words: wordsOf(run), isOpen: false });
	});
	const unique = [...new Map(terms.map((term) => [term.words.join(" "), term])).values()];
	const kept = unique.slice(0, MAX_TERMS);
	const isOpen = /[\p{L}\p{N}\p{M}]$/u.test(text);
	return {
		terms: kept.map((term, index) =>
			index === kept.length - 1 && isOpen && term.words.length === 1
				? { ...term, isOpen: true }
				: term,
		),
	};
}

/** Pairs of letters that overlap are one word of a language without spaces. */
function runsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
	const runs: Token[][] = [];
	for (const token of tokens) {
		const last = runs.at(-1);
		if (last !== undefined && (last.at(-1)?.end ?? 0) > token.start) last.push(token);
		else runs.push([token]);
	}
	return runs;
}

function wordsOf(tokens: readonly Token[]): readonly string[] {
	return tokens.slice(0, MAX_PHRASE).map(({ word }) => word);
}
