import { type Token, tokenize } from "./tokenize.ts";

/** Words of a query that must follow each other: one word, a phrase in quotes, or pairs of letters. */
export interface SearchTerm {
	readonly words: readonly string[];
	/** Whether the reader may still be typing this word. */
	readonly isOpen: boolean;
}

/** The rest of a longer query is ignored. */
export const MAX_QUERY_LENGTH = 200;
const MAX_TERMS = 10;
const MAX_PHRASE = 20;

/** Reads the text of a search field. Never fails: a text without a word has no terms. */
export function parseQuery(text: string): readonly SearchTerm[] {
	const parts = text.slice(0, MAX_QUERY_LENGTH).split(/["“”„«»]/);
	const phrases = parts.flatMap((part, index) => {
		const tokens = tokenize(part);
		const isQuoted = index % 2 === 1 && index < parts.length - 1;
		return isQuoted && tokens.length > 0 ? [wordsOf(tokens)] : runsOf(tokens).map(wordsOf);
	});
	const unique = [...new Map(phrases.map((words) => [words.join(" "), words])).values()];
	const used = unique.slice(0, MAX_TERMS);
	const endsInWord = /[\p{L}\p{N}\p{M}]$/u.test(text);
	return used.map((words, index) => ({
		words,
		isOpen: index === used.length - 1 && endsInWord && words.length === 1,
	}));
}

/** Overlapping pairs of letters are one word of a script without spaces. */
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
