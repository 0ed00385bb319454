import { type Token, tokenize, type WordForms } from "./word-forms.ts";

/** Words of a query that must follow each other: one word, a phrase in quotes, or pairs of letters. */
export interface SearchTerm {
	readonly words: readonly string[];
	/** Whether the reader may still be typing this word. */
	readonly isOpen: boolean;
}

/** The rest of a longer query is ignored. */
const MAX_QUERY_LENGTH = 200;
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

/** A term of the query as FTS5 searches it. */
export interface TermChoice {
	/** An FTS5 expression. Words need no escape: they contain only letters, digits and marks. */
	readonly expression: string;
	/** Stems to mark in results. */
	readonly stems: readonly string[];
	/** Start of the words that are also found. */
	readonly prefix?: string | undefined;
}

/** A shorter prefix has no prefix index, and too many words. */
const MIN_PREFIX = 2;

/** Searches a word by its stem, and by its prefix while it may be incomplete. */
export function exactChoice({ words, isOpen }: SearchTerm, forms: WordForms): TermChoice {
	const [word = ""] = words;
	const stems = words.map(forms.stem);
	if (stems.length === 1) {
		const isPrefix = isOpen && (word.length >= MIN_PREFIX || /^\P{ASCII}$/u.test(word));
		if (!isPrefix) return { expression: phrase(stems), stems };
		return { expression: `(${phrase(stems)} OR ${phrase([word])} *)`, stems, prefix: word };
	}
	// Texts have no function words, so the other words of a phrase are neighbors there.
	const inText = words.filter((part) => !forms.isFunctionWord(part)).map(forms.stem);
	if (inText.length === 0 || inText.length === stems.length) {
		return { expression: phrase(stems), stems };
	}
	return { expression: `(${phrase(stems)} OR {body} : ${phrase(inText)})`, stems: inText };
}

export function allOf(choices: readonly TermChoice[]): string {
	return choices.map(({ expression }) => expression).join(" AND ");
}

export function anyOf(choices: readonly TermChoice[]): string {
	return choices.map(({ expression }) => expression).join(" OR ");
}

/** Prefers titles and headings that also contain the function words of the query: "v-for" is not "v-if". */
export function withFunctionWords(
	expression: string,
	typed: readonly SearchTerm[],
	{ isFunctionWord, stem }: WordForms,
): string {
	const functionWords = typed
		.flatMap(({ words }) => (words.length === 1 ? words : []))
		.filter(isFunctionWord)
		.map((word) => phrase([stem(word)]));
	if (functionWords.length === 0) return expression;
	return `(${expression}) OR ((${expression}) AND {title heading} : (${functionWords.join(" OR ")}))`;
}

function phrase(stems: readonly string[]): string {
	return `"${stems.join(" ")}"`;
}
