import type { SearchTerm } from "./parse-query.ts";
import type { WordForms } from "./word-forms.ts";

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
