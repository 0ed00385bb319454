import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { WordMarks } from "./mark-words.ts";
import { ownCopy } from "./own-copy.ts";
import { ROWS_PER_PAGE } from "./search-index.ts";
import { parseQuery, type SearchTerm } from "./search-query.ts";
import { type KnownWord, Vocabulary } from "./vocabulary.ts";
import { type Stemmer, wordFormsOf } from "./word-forms.ts";

/** What was found, the best first. It names pages of the index: who asks decides which are shown. */
export interface SearchFindings {
	/** What the index was of; absent when its words were not all known, so that another answer may follow. */
	readonly state: string | undefined;
	readonly pages: readonly FoundPage[];
	/** Stems of all words that were looked for, to mark them. */
	readonly stems: readonly string[];
}

export interface FoundPage {
	readonly path: string;
	/** Names the state of the page in which it was found. */
	readonly stamp: string;
	/** Numbers of its sections, the best first. */
	readonly sections: readonly number[];
}

/** Rows that are weighed for one question; finding them costs less than weighing them. */
const MAX_WEIGHED = 2000;

/** Rows that are taken from the database, the best of those. */
const MAX_ROWS = 80;

/** More than are shown, for those that a visitor may not see. */
const MAX_PAGES = 30;

/** So many pages are enough not to look for what was perhaps meant. */
const ENOUGH_PAGES = 5;

/** Words that are in more sections than this tell pages apart by their titles and headings alone. */
const MAX_FREQUENCY = 4000;

const COMPLETIONS = 8;

/** Unknown words of a question for which others are tried: each costs a look at the vocabulary. */
const MAX_MEANT = 4;

const FIND = bestRows("");

const FIND_IN_EDITION = bestRows(
	`AND rowid / ${ROWS_PER_PAGE} IN (SELECT id FROM pages WHERE edition = ?)`,
);

/** A zero is the sign after the slash: between the two is everything below the folder. */
const FIND_IN = bestRows(
	`AND rowid / ${ROWS_PER_PAGE} IN (SELECT id FROM pages WHERE path = ? OR (path >= ? AND path < ?))`,
);

function bestRows(condition: string): string {
	return `SELECT rowid AS row, rank AS rank FROM (
		SELECT rowid, rank FROM text WHERE text MATCH ? ${condition} LIMIT ${MAX_WEIGHED}
	) ORDER BY rank LIMIT ${MAX_ROWS}`;
}

/** Where to search. */
export interface SearchScope {
	/** Path of a folder; absent: everywhere. */
	readonly section?: string | undefined;
	/** Path below which a language and version are; a section says more. */
	readonly edition?: string | undefined;
}

/** Looks something up in the index. It only reads, and any question costs a bounded amount of work. */
export class SearchReader {
	readonly #database: DatabaseSync;
	readonly #file: string;
	readonly #inode: number;
	#vocabulary = new Vocabulary([]);
	readonly #frequencies = new LRUCache<string, number>({ max: 2000 });
	readonly stem: Stemmer;
	readonly #keepsFirstLetter: boolean;
	readonly #isFunctionWord: (word: string) => boolean;
	#version: unknown;

	/** @throws {Error} When there is no index. */
	constructor(file: string, locale: string) {
		this.#file = file;
		this.#database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
		this.#database.exec(
			"CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'text', 'row'); PRAGMA cache_size = -8000; PRAGMA query_only = 1;",
		);
		this.#inode = statSync(file).ino;
		const { stem, keepsFirstLetter, isFunctionWord } = wordFormsOf(locale);
		this.#keepsFirstLetter = keepsFirstLetter;
		this.stem = cached(stem);
		this.#isFunctionWord = isFunctionWord;
	}

	/** What marks the words that have these stems. */
	marksFor(stems: readonly string[]): WordMarks {
		const firstLetters = this.#keepsFirstLetter
			? new Set(stems.map((stem) => stem.charCodeAt(0)))
			: undefined;
		return { stems: new Set(stems), stem: this.stem, firstLetters };
	}

	/** Whether the file was made anew since. */
	get isReplaced(): boolean {
		return statSync(this.#file, { throwIfNoEntry: false })?.ino !== this.#inode;
	}

	/** Whether something was written since the words were learned. */
	get isBehind(): boolean {
		return this.#dataVersion() !== this.#version;
	}

	/** Learns the words of the site, in steps: questions can be answered in between. */
	*learnWords(): Generator<void, void> {
		const version = this.#dataVersion();
		const words: KnownWord[] = [];
		for (let last = ""; words.length < MAX_WORDS; ) {
			const rows = this.#prepared(
				`SELECT word, sections FROM words WHERE word > ? ORDER BY word LIMIT ${WORDS_AT_ONCE}`,
			).all(last);
			for (const row of rows) {
				words.push({ word: String(row["word"]), sections: Number(row["sections"]) });
			}
			last = words.at(-1)?.word ?? "";
			if (rows.length < WORDS_AT_ONCE) break;
			yield;
		}
		this.#vocabulary = new Vocabulary(words);
		this.#frequencies.clear();
		this.#version = version;
	}

	find(text: string, scope: SearchScope = {}): SearchFindings {
		const { terms } = parseQuery(text);
		const state = this.isBehind ? undefined : this.#state();
		if (terms.length === 0) return { state, pages: [], stems: [] };
		const pages = new Map<number, Ranked>();
		const stems = new Set<string>();
		for (const attempt of this.#attempts(terms)) {
			for (const stem of attempt.stems) stems.add(stem);
			const rows = this.#rows(attempt.expression, scope);
			for (const [page, ranked] of groupByPage(rows)) {
				if (!pages.has(page)) pages.set(page, ranked);
			}
			if (pages.size >= ENOUGH_PAGES) break;
		}
		return { state, pages: this.#name(pages), stems: [...stems] };
	}

	close(): void {
		this.#database.close();
	}

	/** What is looked for, one after the other until enough is found: the strictest first. */
	*#attempts(typed: readonly SearchTerm[]): Generator<Attempt> {
		const telling = typed.filter(({ words }) => !words.every(this.#isFunctionWord));
		const terms = telling.length === 0 ? typed : telling;
		const exact = terms.map((term) => this.#exactly(term));
		if (terms.length < typed.length) yield* this.#asTyped(typed, exact);
		const known = exact.filter(({ frequency }) => frequency > 0);
		if (known.length === exact.length) yield* allOf(exact);
		const completed = terms.map((term, index) => this.#completed(term, exact[index] ?? NONE));
		let looked = 0;
		const meant = terms.map((term, index) => {
			const choice = completed[index] ?? NONE;
			if (choice.frequency > 0) return choice;
			looked += 1;
			return looked > MAX_MEANT ? NONE : this.#meant(term);
		});
		yield* allOf(meant);
		const rare = meant.filter(({ frequency }) => frequency > 0 && frequency <= MAX_FREQUENCY);
		if (terms.length > 1) yield anyOf(rare.length > 0 ? rare : meant);
	}

	/** With its function words, as a title or a heading may be: "v-for" is not "v-if". */
	*#asTyped(typed: readonly SearchTerm[], telling: readonly Choice[]): Generator<Attempt> {
		const all = typed.map((term) => this.#exactly(term));
		if (all.some(({ frequency }) => frequency === 0)) return;
		const expression = all.map((choice) => choice.expression).join(" AND ");
		const stems = telling.flatMap((choice) => choice.stems);
		yield { expression: `{title heading} : (${expression})`, stems };
	}

	#exactly({ words }: SearchTerm): Choice {
		const stems = words.map((word) => this.stem(word));
		const [stem = ""] = stems;
		if (stems.length === 1) {
			return { expression: phrase([stem]), stems: [stem], frequency: this.#frequency(stem) };
		}
		const inText = words.filter((word) => !this.#isFunctionWord(word)).map(this.stem);
		const telling = inText.length === 0 ? stems : inText;
		const frequency = Math.min(...telling.map((part) => this.#frequency(part)));
		// The text has no function words, so that the others follow each other there.
		const expression =
			inText.length === 0 || inText.length === stems.length
				? phrase(stems)
				: `(${phrase(stems)} OR {body} : ${phrase(inText)})`;
		return { expression, stems: telling, frequency };
	}

	/** With the words that it may become, while it is being typed. */
	#completed(term: SearchTerm, exact: Choice): Choice {
		const [word = ""] = term.words;
		if (!term.isOpen) return exact;
		if (/^\P{ASCII}$/u.test(word)) return { ...exact, expression: `"${word}" *`, frequency: 1 };
		const completions = this.#vocabulary.complete(word, COMPLETIONS);
		return this.#anyWord(completions, exact);
	}

	/** The nearest words, for one that is not on the site. */
	#meant({ words, isOpen }: SearchTerm): Choice {
		const [word = ""] = words;
		if (words.length > 1) return NONE;
		const nearest = this.#vocabulary.nearest(word);
		const starts = nearest.length === 0 && isOpen ? this.#vocabulary.nearestStart(word) : nearest;
		return this.#anyWord(starts, NONE);
	}

	#anyWord(known: readonly KnownWord[], exact: Choice): Choice {
		const stems = [...new Set([...exact.stems, ...known.map(({ word }) => this.stem(word))])];
		if (stems.length === 0) return NONE;
		const sections = known.reduce((sum, word) => sum + word.sections, 0);
		return {
			expression: `(${stems.map((stem) => phrase([stem])).join(" OR ")})`,
			stems,
			frequency: Math.max(exact.frequency, sections),
		};
	}

	#frequency(stem: string): number {
		const known = this.#frequencies.get(stem);
		if (known !== undefined) return known;
		const frequency =
			this.#vocabulary.frequency(stem, this.stem) ||
			Number(this.#prepared("SELECT doc FROM temp.terms WHERE term = ?").get(stem)?.["doc"] ?? 0);
		if (frequency > 0) this.#frequencies.set(stem, frequency);
		return frequency;
	}

	#rows(expression: string, { section, edition }: SearchScope): readonly Row[] {
		const rows =
			section === undefined
				? edition === undefined
					? this.#prepared(FIND).all(expression)
					: this.#prepared(FIND_IN_EDITION).all(expression, edition)
				: this.#prepared(FIND_IN).all(expression, section, `${section}/`, `${section}0`);
		// The query names what it gives.
		return rows as unknown as readonly Row[];
	}

	#name(pages: ReadonlyMap<number, Ranked>): readonly FoundPage[] {
		const find = this.#prepared("SELECT path, stamp FROM pages WHERE id = ?");
		return [...pages].slice(0, MAX_PAGES).flatMap(([id, { sections }]) => {
			const row = find.get(id);
			if (row === undefined) return [];
			return [{ path: String(row["path"]), stamp: String(row["stamp"]), sections }];
		});
	}

	#dataVersion(): unknown {
		return this.#prepared("PRAGMA data_version").get()?.["data_version"];
	}

	#state(): string | undefined {
		const row = this.#prepared("SELECT value FROM meta WHERE name = 'state'").get();
		return row === undefined ? undefined : String(row["value"]);
	}

	readonly #statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();

	#prepared(sql: string): ReturnType<DatabaseSync["prepare"]> {
		const known = this.#statements.get(sql);
		if (known !== undefined) return known;
		const statement = this.#database.prepare(sql);
		this.#statements.set(sql, statement);
		return statement;
	}
}

/** A few milliseconds. */
const WORDS_AT_ONCE = 10_000;

/** Some megabytes. */
const MAX_WORDS = 200_000;

/** One term, as the database is asked for it. */
interface Choice {
	readonly expression: string;
	readonly stems: readonly string[];
	/** In how many sections it is; 0: in none. */
	readonly frequency: number;
}

const NONE: Choice = { expression: "", stems: [], frequency: 0 };

interface Attempt {
	readonly expression: string;
	readonly stems: readonly string[];
}

/** Everything in one section; what is nearly everywhere counts in titles and headings first. */
function* allOf(choices: readonly Choice[]): Generator<Attempt> {
	if (choices.some(({ frequency }) => frequency === 0)) return;
	const stems = choices.flatMap((choice) => choice.stems);
	const expression = choices.map((choice) => choice.expression).join(" AND ");
	if (Math.min(...choices.map(({ frequency }) => frequency)) > MAX_FREQUENCY) {
		yield { expression: `{title heading} : (${expression})`, stems };
	}
	yield { expression, stems };
}

function anyOf(choices: readonly Choice[]): Attempt {
	const used = choices.filter(({ expression }) => expression !== "");
	return {
		expression: used.map(({ expression }) => expression).join(" OR ") || '""',
		stems: used.flatMap(({ stems }) => stems),
	};
}

/** Words have no quotes in them: they are letters and digits alone. */
function phrase(stems: readonly string[]): string {
	return `"${stems.join(" ")}"`;
}

interface Row {
	readonly row: number;
	/** Lower is better. */
	readonly rank: number;
}

interface Ranked {
	readonly score: number;
	readonly sections: readonly number[];
}

/** Further sections count less and less. */
const FURTHER = 0.3;

function groupByPage(rows: readonly Row[]): readonly (readonly [number, Ranked])[] {
	const groups = Map.groupBy(rows, ({ row }) => Math.floor(row / ROWS_PER_PAGE));
	return [...groups]
		.map(([page, members]): [number, Ranked] => {
			const score = members.reduce((sum, { rank }, index) => sum + rank * FURTHER ** index, 0);
			return [page, { score, sections: members.map(({ row }) => row % ROWS_PER_PAGE) }];
		})
		.toSorted(([, one], [, other]) => one.score - other.score);
}

/** Of every word of what is shown: forgetting all at once costs less than knowing which was used last. */
function cached(stem: Stemmer): Stemmer {
	const stems = new Map<string, string>();
	return (word) => {
		const known = stems.get(word);
		if (known !== undefined) return known;
		if (stems.size === MAX_STEMS) stems.clear();
		const made = ownCopy(stem(word));
		stems.set(ownCopy(word), made);
		return made;
	};
}

/** More than a site of a thousand pages has words. */
const MAX_STEMS = 40_000;
