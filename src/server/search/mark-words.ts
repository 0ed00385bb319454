import type { MarkedText } from "../../shared/search.ts";
import type { MarkedWords } from "./search-messages.ts";
import { tokenize } from "./tokenize.ts";
import type { Stemmer } from "./word-forms.ts";

/** Length of an excerpt in characters. */
const EXCERPT = 170;

/** Characters of an excerpt before its first word. */
const LEAD = 40;

/** The excerpt of a longer section comes from its start. */
const MAX_READ = 20_000;

export interface WordMarks extends MarkedWords {
	readonly stem: Stemmer;
}

/** Marks all searched words in a text. */
export function markWords(text: string, marks: WordMarks): MarkedText {
	return { text, marks: findMarks(text, marks).map(({ start, end }) => [start, end]) };
}

/** Cuts out the part of a text with most of the searched words, and marks them. */
export function excerptOf(text: string, marks: WordMarks): MarkedText {
	const start = text.slice(0, MAX_READ);
	const found = findMarks(start, marks);
	const first = bestStart(found);
	const from = first <= LEAD ? 0 : afterSpace(start, first - LEAD);
	const to = beforeSpace(start, from + EXCERPT);
	const before = from > 0 ? "… " : "";
	const shift = before.length - from;
	return {
		text: `${before}${start.slice(from, to)}${to < text.length ? " …" : ""}`,
		marks: found
			.filter((mark) => mark.start >= from && mark.end <= to)
			.map((mark) => [mark.start + shift, mark.end + shift]),
	};
}

interface Mark {
	readonly stem: string;
	readonly start: number;
	readonly end: number;
}

/** Marks that overlap become one, as pairs of letters do. */
function findMarks(text: string, { stems, prefix, stem }: WordMarks): readonly Mark[] {
	const marks: Mark[] = [];
	for (const { word, start, end } of tokenize(text)) {
		const found = stem(word);
		if (!stems.includes(found) && (prefix === undefined || !word.startsWith(prefix))) continue;
		const last = marks.at(-1);
		if (last !== undefined && last.end > start) marks[marks.length - 1] = { ...last, end };
		else marks.push({ stem: found, start, end });
	}
	return marks;
}

/** Start of the window with most different words. */
function bestStart(found: readonly Mark[]): number {
	const windows = found.slice(0, MAX_WINDOWS).map(({ start }, index) => {
		const inWindow = found
			.slice(index, index + MAX_WINDOWS)
			.filter(({ end }) => end <= start + EXCERPT - LEAD);
		return { start, words: new Set(inWindow.map(({ stem }) => stem)).size };
	});
	const [best] = windows.toSorted((one, other) => other.words - one.words);
	return best?.start ?? 0;
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
