import { createRequire } from "node:module";

/** Returns the stem that a word shares with its other forms. */
export type Stemmer = (word: string) => string;

/** Stems and function words of a language. */
export interface WordForms {
	readonly stem: Stemmer;
	/** Whether a word only joins others, such as "the" and "of". Words are in the form of {@link tokenize}. */
	readonly isFunctionWord: (word: string) => boolean;
}

/** Languages with a module in `@orama/stemmers` and `@orama/stopwords`. */
export const WORD_FORM_LANGUAGES: readonly string[] =
	"ar bg da de el en es fi fr hu hy id it lt nb nl no pt ro ru sv tr uk".split(" ");

/** Shorter words are often names. */
const MIN_STEMMED = 4;

/** More words than a site of a thousand pages has. */
const MAX_CACHED_STEMS = 40_000;

const load = createRequire(import.meta.url);

/** Articles that the stop word lists omit, because they are also letters. */
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
	return cache.getOrInsertComputed(language, loadForms);
}

function loadForms(language: string): WordForms {
	if (!WORD_FORM_LANGUAGES.includes(language)) {
		return { stem: (word) => word, isFunctionWord: () => false };
	}
	// Created here, because its data takes 4 MB of memory, which most starts do not need.
	const names = new Intl.DisplayNames("en", { type: "language" });
	const name = names.of(language)?.toLowerCase().split(" ", 1)[0] ?? "";
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

/** A word in the form that the index uses, and its position in the text. */
export interface Token {
	/** Lower case, without accents. Scripts without spaces give pairs of letters. */
	readonly word: string;
	readonly start: number;
	readonly end: number;
}

/** Sticky: `lastIndex` is the start. */
const RUN = /[\p{L}\p{N}\p{M}]+/uy;

const PLAIN = /^[A-Za-z0-9]+$/;

/** By character code: whether an ASCII character is part of a word. */
const IS_PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
	Number(PLAIN.test(String.fromCharCode(code))),
);

/** Scripts that do not divide words by spaces, and Hangul, whose words carry their endings. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Longer words are digests and data, which visitors copy. */
export const MAX_WORD = 40;

/** Combining accents of Latin, Greek and Cyrillic. Readers often type the letter without the accent. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Splits a text into its words. Pages and queries use the same words. */
export function tokenize(text: string): readonly Token[] {
	const tokens: Token[] = [];
	for (let end = 0; end < text.length; ) {
		const start = end;
		// Most text is ASCII, which needs no regular expression.
		while (IS_PLAIN[text.charCodeAt(end)] === 1) end += 1;
		if (text.charCodeAt(end) >= IS_PLAIN.length) {
			RUN.lastIndex = start;
			const [run] = RUN.exec(text) ?? [];
			if (run !== undefined) pushMixed(tokens, run, start);
			end = start + (run?.length ?? 1);
		} else if (end === start) {
			end += 1;
		} else if (end - start <= MAX_WORD) {
			tokens.push({ word: text.slice(start, end).toLowerCase(), start, end });
		}
	}
	return tokens;
}

/** Removes letter case and accents. */
export function foldWord(text: string): string {
	if (PLAIN.test(text)) return text.toLowerCase();
	return text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase();
}

function pushMixed(tokens: Token[], run: string, offset: number): void {
	let last = 0;
	for (const { 0: letters, index } of run.matchAll(UNSPACED)) {
		pushWord(tokens, run.slice(last, index), offset + last);
		pushPairs(tokens, letters, offset + index);
		last = index + letters.length;
	}
	pushWord(tokens, run.slice(last), offset + last);
}

function pushWord(tokens: Token[], text: string, start: number): void {
	if (text === "" || text.length > MAX_WORD) return;
	const word = foldWord(text);
	// Normalization turns some characters into whole words.
	if (word !== "" && word.length <= MAX_WORD)
		tokens.push({ word, start, end: start + text.length });
}

/** Overlapping pairs find every word of two letters or more without a dictionary. */
function pushPairs(tokens: Token[], letters: string, start: number): void {
	const characters = [...letters];
	let at = start;
	characters.forEach((character, index) => {
		const pair = character + (characters[index + 1] ?? "");
		// The last letter has no pair, so it only counts if it is the only one.
		if (index === 0 || pair !== character) {
			tokens.push({ word: pair.normalize("NFKC"), start: at, end: at + pair.length });
		}
		at += character.length;
	});
}
