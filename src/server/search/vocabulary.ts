import { editDistance } from "./edit-distance.ts";

/** A word of the site. */
export interface KnownWord {
	readonly word: string;
	/** In how many sections it stands, or has stood. */
	readonly sections: number;
}

/** Names that differ in their first letters are no mistakes in typing of each other. */
const MAX_NEAREST = 4;

/** The words of a site at one time, to complete what is being typed and to find what was meant. */
export class Vocabulary {
	readonly #words: readonly KnownWord[];
	/** Which letters are in each word, as bits: most words are too different at one glance. */
	readonly #letters: Uint32Array;

	/** @param words In the order of their bytes. */
	constructor(words: readonly KnownWord[]) {
		this.#words = words;
		this.#letters = Uint32Array.from(words, ({ word }) => lettersOf(word));
	}

	/** Words that start like this, the most frequent first. */
	complete(start: string, count: number): readonly KnownWord[] {
		return mostFrequent(this.#startingWith(start), count);
	}

	/** In how many sections there are words with this stem, at most. */
	frequency(stem: string, stemOf: (word: string) => string): number {
		const start = stem.slice(0, Math.max(MIN_START, stem.length - STEM_CHANGES));
		const forms = this.#startingWith(start).slice(0, MAX_FORMS);
		return forms
			.filter(({ word }) => stemOf(word) === stem)
			.reduce((sum, { sections }) => sum + sections, 0);
	}

	/**
	 * Words that may have been meant, the nearest and most frequent first. The first letter is rarely
	 * wrong: where it is, the rest must be nearly right.
	 */
	nearest(word: string): readonly KnownWord[] {
		const limit = mistakesIn(word);
		if (limit === 0) return [];
		const [first, end] = this.#range(word[0] ?? "");
		const alike = this.#nearestWithin(word, limit, first, end);
		return alike.length > 0 ? alike : this.#nearestWithin(word, 1, 0, this.#words.length);
	}

	#nearestWithin(word: string, limit: number, first: number, end: number): readonly KnownWord[] {
		const letters = lettersOf(word);
		let found: KnownWord[] = [];
		let best = limit;
		for (let index = first; index < end; index += 1) {
			// Both arrays are of one length.
			const known = this.#words[index] as KnownWord;
			if (Math.abs(known.word.length - word.length) > best) continue;
			if (bitCount(letters ^ (this.#letters[index] ?? 0)) > 2 * best) continue;
			const distance = editDistance(word, known.word, best);
			if (distance > best) continue;
			if (distance < best) found = [];
			best = distance;
			found.push(known);
		}
		return mostFrequent(found, MAX_NEAREST);
	}

	/** The same for a word that is still being typed. */
	nearestStart(word: string): readonly KnownWord[] {
		if (word.length < MIN_START_LENGTH) return [];
		const found = this.#startingWith(word[0] ?? "").filter(
			(known) =>
				known.word.length > word.length &&
				editDistance(word, known.word.slice(0, word.length), 1) <= 1,
		);
		return mostFrequent(found, MAX_NEAREST);
	}

	#startingWith(start: string): readonly KnownWord[] {
		return this.#words.slice(...this.#range(start));
	}

	#range(start: string): readonly [first: number, end: number] {
		const first = this.#indexOf(start);
		let end = first;
		while (this.#words[end]?.word.startsWith(start) === true) end += 1;
		return [first, end];
	}

	/** Of the first word that is not before this one. */
	#indexOf(word: string): number {
		let low = 0;
		let high = this.#words.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#words[middle]?.word ?? "") < word) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Stems differ from their words in the last letters: "happi" and "happy". */
const STEM_CHANGES = 1;
const MIN_START = 3;

/** Of one word there are fewer. */
const MAX_FORMS = 300;

/** A shorter start is the start of too many words. */
const MIN_START_LENGTH = 5;

/** How many mistakes a word of this length may have; short words are others at once. */
function mistakesIn({ length }: string): number {
	if (length < 4) return 0;
	return length < 7 ? 1 : 2;
}

/** In one pass: a letter starts a tenth of all words, of which few are wanted. */
function mostFrequent(words: readonly KnownWord[], count: number): readonly KnownWord[] {
	const kept: KnownWord[] = [];
	for (const known of words) {
		const isKept = kept.length < count || known.sections > (kept.at(-1)?.sections ?? 0);
		if (!isKept) continue;
		const after = kept.findIndex(({ sections }) => sections < known.sections);
		kept.splice(after === -1 ? kept.length : after, 0, known);
		kept.length = Math.min(kept.length, count);
	}
	return kept;
}

function lettersOf(word: string): number {
	let letters = 0;
	for (let index = 0; index < word.length; index += 1) {
		letters |= 1 << (word.charCodeAt(index) & 31);
	}
	return letters >>> 0;
}

/** @see https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function bitCount(bits: number): number {
	const pairs = bits - ((bits >>> 1) & 0x55555555);
	const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
	return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
