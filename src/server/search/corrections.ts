import type { DatabaseSync } from "node:sqlite";
import { editDistance } from "../../shared/edit-distance.ts";

/** A term of the index. */
interface KnownTerm {
	readonly term: string;
	/** Number of sections that contain it. */
	readonly sections: number;
}

const MAX_CORRECTIONS = 4;

/** Digits and digests are copied, not typed. Shorter terms differ too much from each other. */
const CORRECTABLE = /^[^\d]{3,24}$/u;

/** Shorter prefixes match too many terms. */
const MIN_START_LENGTH = 5;

/** Longest ending that a stemmer removes, such as "-ation". */
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
		// For a short word, a different word is as near as its correction.
		if (word.length < 4) return [];
		const limit = word.length < 7 ? 1 : 2;
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
