import { createRequire } from "node:module";
import { tokenize } from "./tokenize.ts";

/** Returns the stem that a word shares with its other forms. */
export type Stemmer = (word: string) => string;

/** What search knows about the words of a language. */
export interface WordForms {
	readonly stem: Stemmer;
	/** Whether a word only joins others, such as "the" and "of". Words are in the form of {@link tokenize}. */
	readonly isFunctionWord: (word: string) => boolean;
}

/** Languages with a module in `@orama/stemmers` and `@orama/stopwords`. */
export const WORD_FORM_LANGUAGES: readonly string[] =
	"ar bg da de el en es fi fr hu hy id it lt nb nl no pt ro ru sv tr uk".split(" ");

const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** Shorter words are often names. */
const MIN_STEMMED = 4;

/** More words than a site of a thousand pages has. */
const MAX_CACHED_STEMS = 40_000;

const load = createRequire(import.meta.url);

/** The lists leave these out, because they are also letters. */
const ARTICLES: Readonly<Record<string, string>> = {
	english: "a",
	portuguese: "a o",
	spanish: "a",
};

const cache = new Map<string, WordForms>();

/**
 * Loads the word forms of a locale. Unknown languages have no stems and no function words.
 *
 * @param locale Such as `en`, `en-US` or `pt_BR`.
 */
export function wordFormsOf(locale: string): WordForms {
	const [language = ""] = locale.toLowerCase().split(/[-_]/, 1);
	const isKnown = WORD_FORM_LANGUAGES.includes(language);
	const name = isKnown ? (NAMES.of(language)?.toLowerCase().split(" ", 1)[0] ?? "") : "";
	const forms = cache.get(name) ?? loadForms(name);
	cache.set(name, forms);
	return forms;
}

function loadForms(name: string): WordForms {
	if (name === "") return { stem: (word) => word, isFunctionWord: () => false };
	const { stemmer } = load(`@orama/stemmers/${name}`) as { readonly stemmer: Stemmer };
	const { stopwords } = load(`@orama/stopwords/${name}`) as {
		readonly stopwords: readonly string[];
	};
	const text = `${stopwords.join(" ")} ${ARTICLES[name] ?? ""}`;
	const functionWords = new Set(tokenize(text).map(({ word }) => word));
	return { stem: cachedStemmer(stemmer), isFunctionWord: (word) => functionWords.has(word) };
}

function cachedStemmer(stemmer: Stemmer): Stemmer {
	const stems = new Map<string, string>();
	return (word) => {
		if (word.length < MIN_STEMMED) return word;
		const known = stems.get(word);
		if (known !== undefined) return known;
		if (stems.size === MAX_CACHED_STEMS) stems.clear();
		const stem = ownCopy(stemOrWord(stemmer, word));
		stems.set(ownCopy(word), stem);
		return stem;
	};
}

function stemOrWord(stemmer: Stemmer, word: string): string {
	try {
		return stemmer(word);
	} catch {
		// The Bulgarian stemmer throws on words whose last letters change.
		return word;
	}
}

/** A slice of a string keeps the whole string in memory, so cached slices are copied. */
function ownCopy(text: string): string {
	return ` ${text}`.slice(1);
}
