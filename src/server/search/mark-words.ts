import type { MarkedText } from "../../shared/search.ts";
import { tokenize } from "./tokenize.ts";
import type { Stemmer } from "./word-forms.ts";

/** Characters of the text around the words. */
const EXCERPT = 170;

/** Before the first word. */
const LEAD = 40;

/** A longer section is looked at so far. */
const MAX_LOOKED_AT = 20_000;

export interface WordMarks {
	readonly stems: ReadonlySet<string>;
	readonly stem: Stemmer;
	/** Codes of those that a word with one of the stems starts with; absent: it may be any. */
	readonly firstLetters: ReadonlySet<number> | undefined;
}

/** Marks every word that was looked for. */
export function markWords(text: string, marks: WordMarks): MarkedText {
	return { text, marks: findMarks(text, marks).map(({ start, end }) => [start, end]) };
}

/** The part of a text in which most of the words are, with the words marked. */
export function excerptOf(text: string, marks: WordMarks): MarkedText {
	const looked = text.slice(0, MAX_LOOKED_AT);
	const found = findMarks(looked, marks);
	const first = bestStart(found);
	const from = first <= LEAD ? 0 : afterSpace(looked, first - LEAD);
	const to = beforeSpace(looked, from + EXCERPT);
	const before = from > 0 ? "… " : "";
	const shift = before.length - from;
	return {
		text: `${before}${looked.slice(from, to)}${to < text.length ? " …" : ""}`,
		marks: found
			.filter(({ start, end }) => start >= from && end <= to)
			.map(({ start, end }) => [start + shift, end + shift]),
	};
}

interface Mark {
	readonly stem: string;
	readonly start: number;
	readonly end: number;
}

/** Marks that overlap, as pairs of letters do, are one. */
function findMarks(text: string, { stems, stem, firstLetters }: WordMarks): readonly Mark[] {
	const marks: Mark[] = [];
	for (const { word, start, end } of tokenize(text, firstLetters)) {
		if (firstLetters?.has(word.charCodeAt(0)) === false) continue;
		const found = stem(word);
		if (!stems.has(found)) continue;
		const last = marks.at(-1);
		if (last !== undefined && last.end > start) marks[marks.length - 1] = { ...last, end };
		else marks.push({ stem: found, start, end });
	}
	return marks;
}

/** Where the window with the most different words starts. */
function bestStart(found: readonly Mark[]): number {
	let best = { start: found[0]?.start ?? 0, words: 0 };
	found.slice(0, MAX_WINDOWS).forEach(({ start }, index) => {
		const words = new Set<string>();
		for (let next = index; next < found.length; next += 1) {
			const mark = found[next];
			if (mark === undefined || mark.end > start + EXCERPT - LEAD) break;
			words.add(mark.stem);
		}
		if (words.size > best.words) best = { start, words: words.size };
	});
	return best.start;
}

const MAX_WINDOWS = 100;

function afterSpace(text: string, index: number): number {
	const space = text.indexOf(" ", index);
	return space === -1 || space > index + LEAD ? index : space + 1;
}

function beforeSpace(text: string, index: number): number {
	if (index >= text.length) return text.length;
	const space = text.lastIndexOf(" ", index);
	return space > index - LEAD ? space : index;
}
