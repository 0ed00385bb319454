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
		// The last letter has no pair, except where it is the only one.
		if (index === 0 || pair !== character) {
			tokens.push({ word: pair.normalize("NFKC"), start: at, end: at + pair.length });
		}
		at += character.length;
	});
}
