/** A word as the index has it, and where it stands in the text. */
export interface Token {
	/** Lower case, without accents; of scripts without spaces, two letters at a time. */
	readonly word: string;
	readonly start: number;
	readonly end: number;
}

/** Where it is set to begin. */
const RUN = /[\p{L}\p{N}\p{M}]+/uy;

const PLAIN = /^[A-Za-z0-9]+$/;

/** By its code, whether a sign of ASCII belongs to a word. */
const IS_PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
	Number(PLAIN.test(String.fromCharCode(code))),
);

/** Scripts that do not divide words by spaces, and Hangul, whose words carry their endings. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Longer ones are digests and data, which are never typed. */
export const MAX_WORD = 40;

/** Accents of scripts in which a letter without one is the same letter to a reader who types. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Divides a text into the words by which it is found. The same for pages and for queries.
 *
 * Code by code: most words of a long text are of no interest to a caller who names first letters,
 * and are never made.
 *
 * @param firstLetters Their codes; a {@link Token} that starts with another may be left out.
 */
export function tokenize(text: string, firstLetters?: ReadonlySet<number>): readonly Token[] {
	const tokens: Token[] = [];
	for (let end = 0; end < text.length; ) {
		const start = end;
		while (IS_PLAIN[text.charCodeAt(end)] === 1) end += 1;
		if (text.charCodeAt(end) >= IS_PLAIN.length) {
			RUN.lastIndex = start;
			const [run] = RUN.exec(text) ?? [];
			if (run !== undefined) pushMixed(tokens, run, start);
			end = start + (run?.length ?? 1);
		} else if (end === start) {
			end += 1;
		} else if (end - start <= MAX_WORD && startsWithOne(text, start, firstLetters)) {
			tokens.push({ word: text.slice(start, end).toLowerCase(), start, end });
		}
	}
	return tokens;
}

/** @param start Where there is a letter or a digit of ASCII. */
function startsWithOne(text: string, start: number, letters?: ReadonlySet<number>): boolean {
	const code = text.charCodeAt(start);
	return letters === undefined || letters.has(code) || letters.has(code + TO_LOWER_CASE);
}

const TO_LOWER_CASE = 32;

/** As a reader may type it: letter case and accents make no difference. */
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
	// Some signs stand for whole words, and become them.
	if (word !== "" && word.length <= MAX_WORD)
		tokens.push({ word, start, end: start + text.length });
}

/** Overlapping pairs find every word of two letters or more without a dictionary. */
function pushPairs(tokens: Token[], letters: string, start: number): void {
	const signs = [...letters];
	let at = start;
	signs.forEach((sign, index) => {
		const next = signs[index + 1];
		if (next !== undefined) {
			const word = (sign + next).normalize("NFKC");
			tokens.push({ word, start: at, end: at + sign.length + next.length });
		} else if (signs.length === 1) {
			tokens.push({ word: sign.normalize("NFKC"), start: at, end: at + sign.length });
		}
		at += sign.length;
	});
}
