import type { DatabaseSync } from "node:sqlite";

/** A term of the index. */
interface KnownTerm {
	readonly term: string;
	/** Number of sections that contain it. */
	readonly sections: number;
}

const MAX_CORRECTIONS = 4;

/** Digits and digests are copied, not typed. Shorter terms differ too much from each other. */
const CORRECTABLE = /^[^\d]{3,24}$/u;

/** A shorter start is the start of too many terms. */
const MIN_START_LENGTH = 5;

/** Endings that a stemmer removes, such as "-ation". */
const MAX_ENDING = 5;

/** Corrects words that the index does not contain, by edit distance over FTS5's own vocabulary. */
export class Corrections {
	readonly #database: DatabaseSync;
	#terms: readonly KnownTerm[] = [];
	#dataVersion: unknown;

	constructor(database: DatabaseSync) {
		this.#database = database;
		database.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'text', 'row')");
	}

	/** @returns The nearest terms of the index, the most frequent first. */
	find({ word, stem, isOpen }: Omit<TypedWord, "limit">): string[] {
		const limit = allowedMistakes(word);
		if (limit === 0) return [];
		let best = limit;
		let found: KnownTerm[] = [];
		for (const known of this.#knownTerms()) {
			const distance = distanceTo(known.term, { word, stem, isOpen, limit: best });
			if (distance > best) continue;
			if (distance < best) found = [];
			best = distance;
			found.push(known);
		}
		return found
			.toSorted((one, other) => other.sections - one.sections)
			.slice(0, MAX_CORRECTIONS)
			.map(({ term }) => term);
	}

	#knownTerms(): readonly KnownTerm[] {
		const version = this.#database.prepare("PRAGMA data_version").get()?.["data_version"];
		if (version !== this.#dataVersion) {
			this.#terms = this.#database
				.prepare("SELECT term, doc FROM temp.terms")
				.all()
				.map((row) => ({ term: String(row["term"]), sections: Number(row["doc"]) }))
				.filter(({ term }) => CORRECTABLE.test(term));
			this.#dataVersion = version;
		}
		return this.#terms;
	}
}

/** Another word is as near as a correction of a short one. */
function allowedMistakes({ length }: string): number {
	if (length < 4) return 0;
	return length < 7 ? 1 : 2;
}

interface TypedWord {
	readonly word: string;
	readonly stem: string;
	readonly isOpen: boolean;
	readonly limit: number;
}

function distanceTo(term: string, { word, stem, isOpen, limit }: TypedWord): number {
	// The first letter is rarely wrong.
	const wrongStart = term[0] === word[0] ? 0 : 1;
	if (wrongStart > limit) return wrongStart;
	const whole = editDistance(stem, term, limit - wrongStart) + wrongStart;
	if (whole <= limit || wrongStart > 0) return whole;
	// The mistake is in an ending, so the stemmer did not remove it.
	if (term.length > 3 && word.length - term.length <= MAX_ENDING && word.startsWith(term)) {
		return limit;
	}
	if (!isOpen || word.length < MIN_START_LENGTH || term.length <= word.length) return whole;
	return editDistance(word, term.slice(0, word.length), 1);
}

/**
 * The number of letters to remove, insert, replace or swap with their neighbor.
 *
 * @returns More than `limit` as soon as the distance exceeds it.
 * @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance optimal string alignment
 */
function editDistance(one: string, other: string, limit: number): number {
	if (Math.abs(one.length - other.length) > limit) return limit + 1;
	let before = new Uint8Array(other.length + 1);
	let last = Uint8Array.from(before, (_, column) => column);
	for (let line = 1; line <= one.length; line += 1) {
		const next = new Uint8Array(other.length + 1);
		next[0] = line;
		let best = line;
		for (let column = 1; column <= other.length; column += 1) {
			const isSame = one.charCodeAt(line - 1) === other.charCodeAt(column - 1);
			let distance = Math.min(
				at(last, column - 1) + (isSame ? 0 : 1),
				at(last, column) + 1,
				at(next, column - 1) + 1,
			);
			if (isSwap(one, other, line, column)) {
				distance = Math.min(distance, at(before, column - 2) + 1);
			}
			next[column] = distance;
			best = Math.min(best, distance);
		}
		if (best > limit) return limit + 1;
		before = last;
		last = next;
	}
	return at(last, other.length);
}

function isSwap(one: string, other: string, line: number, column: number): boolean {
	if (line < 2 || column < 2) return false;
	return (
		one.charCodeAt(line - 1) === other.charCodeAt(column - 2) &&
		one.charCodeAt(line - 2) === other.charCodeAt(column - 1)
	);
}

function at(values: Uint8Array, index: number): number {
	return values[index] ?? 0;
}
