import { createRequire } from "node:module";
import { tokenize } from "./tokenize.ts";

/** Word → what it has in common with its other forms. */
export type Stemmer = (word: string) => string;

/** What is known of a language; of most, nothing is. */
export interface WordForms {
	readonly stem: Stemmer;
	/** Whether a stem starts as its word does. */
	readonly keepsFirstLetter: boolean;
	/** Whether a word, as {@link tokenize} gives it, joins others and says nothing by itself: "the", "of". */
	readonly isFunctionWord: (word: string) => boolean;
}

/** By language subtag: the module of the packages. */
const MODULES: Readonly<Record<string, string>> = {
	ar: "arabic",
	bg: "bulgarian",
	da: "danish",
	de: "german",
	el: "greek",
	en: "english",
	es: "spanish",
	fi: "finnish",
	fr: "french",
	hu: "hungarian",
	hy: "armenian",
	id: "indonesian",
	it: "italian",
	lt: "lithuanian",
	nb: "norwegian",
	nl: "dutch",
	no: "norwegian",
	pt: "portuguese",
	ro: "romanian",
	ru: "russian",
	sv: "swedish",
	tr: "turkish",
	uk: "ukrainian",
};

/** As language subtags. */
export const WORD_FORM_LANGUAGES: readonly string[] = Object.keys(MODULES);

/** Shorter words are names of things as often as forms of words. */
const MIN_STEMMED = 4;

/** What stands in front of a word is taken off, or its first letter becomes another. */
const CHANGED_FIRST_LETTER: ReadonlySet<string> = new Set(["arabic", "indonesian", "turkish"]);

const load = createRequire(import.meta.url);

/** Left out of the lists, since they are letters as well. */
const ARTICLES: Readonly<Record<string, string>> = {
	english: "a",
	portuguese: "a o",
	spanish: "a",
};

/**
 * The forms of words in a locale. A language that is not known keeps its words as they are.
 *
 * @param locale Such as `en`, `en-US` or `pt_BR`.
 */
export function wordFormsOf(locale: string): WordForms {
	const name = MODULES[locale.toLowerCase().split(/[-_]/, 1)[0] ?? ""];
	if (name === undefined) {
		return { stem: (word) => word, keepsFirstLetter: true, isFunctionWord: () => false };
	}
	const { stemmer } = load(`@orama/stemmers/${name}`) as { readonly stemmer: Stemmer };
	const { stopwords } = load(`@orama/stopwords/${name}`) as {
		readonly stopwords: readonly string[];
	};
	const text = `${stopwords.join(" ")} ${ARTICLES[name] ?? ""}`;
	const functionWords = new Set(tokenize(text).map(({ word }) => word));
	const stemmed = (word: string): string => {
		try {
			return stemmer(word);
		} catch {
			// The Bulgarian one fails on words whose last letters change.
			return word;
		}
	};
	return {
		stem: (word) => (word.length < MIN_STEMMED ? word : stemmed(word)),
		keepsFirstLetter: !CHANGED_FIRST_LETTER.has(name),
		isFunctionWord: (word) => functionWords.has(word),
	};
}
