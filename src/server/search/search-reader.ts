import { statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Corrections } from "./corrections.ts";
import {
	allOf,
	anyOf,
	exactChoice,
	parseQuery,
	type SearchTerm,
	type TermChoice,
	withFunctionWords,
} from "./parse-query.ts";
import { ROWS_PER_PAGE } from "./search-index.ts";
import type { FoundPage, SearchFindings, SearchScope } from "./search-messages.ts";
import { type WordForms, wordFormsOf } from "./word-forms.ts";

/** Rows that one statement ranks; finding rows costs less than ranking them. */
const MAX_RANKED = 2000;

/** The best rows that one statement returns. */
const MAX_ROWS = 80;

/** More pages than are shown: the visitor may not see some of them. */
const MAX_PAGES = 30;

/** With this many pages, no corrections are needed. */
const ENOUGH_PAGES = 5;

/** Each correction reads the vocabulary. */
const MAX_CORRECTED = 4;

const IN_EDITION = `AND rowid / ${ROWS_PER_PAGE} IN (SELECT id FROM pages WHERE edition = ?)`;

/** "0" follows "/" in ASCII, so the range holds all paths below a folder. */
const IN_SECTION = `AND rowid / ${ROWS_PER_PAGE} IN (
	SELECT id FROM pages WHERE path = ? OR (path >= ? AND path < ?))`;

const IN_ACCESS = `AND rowid / ${ROWS_PER_PAGE} IN (
	SELECT id FROM pages WHERE access IN (SELECT value FROM json_each(?)))`;

/** Weight of each further section of a page. */
const FURTHER_SECTION = 0.3;

/** A section that was found. */
interface FoundRow {
	readonly row: number;
	/** Lower is better. */
	readonly rank: number;
	/** Number of rows that were ranked. */
	readonly count: number;
}

/** Reads the index. Every query costs a bounded amount of work. */
export class SearchReader {
	readonly #database: DatabaseSync;
	readonly #file: string;
	readonly #inode: number;
	readonly #forms: WordForms;
	readonly #corrections: Corrections;
	readonly #statements = new Map<string, StatementSync>();

	/** @throws {Error} When there is no index. */
	constructor(file: string, locale: string) {
		this.#file = file;
		this.#database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
		this.#corrections = new Corrections(this.#database);
		this.#database.exec("PRAGMA cache_size = -8000; PRAGMA query_only = 1;");
		this.#inode = statSync(file).ino;
		this.#forms = wordFormsOf(locale);
	}

	/** Whether another file has replaced the index. */
	get isReplaced(): boolean {
		return statSync(this.#file, { throwIfNoEntry: false })?.ino !== this.#inode;
	}

	/** Tries all words, then corrected words, then any of the words, until enough pages are found. */
	find(text: string, scope: SearchScope = {}): SearchFindings {
		const typed = parseQuery(text);
		const terms = withoutFunctionWords(typed, this.#forms);
		const exact = terms.map((term) => exactChoice(term, this.#forms));
		const pages = new Map<number, readonly number[]>();
		const stems = new Set<string>();
		const search = (choices: readonly TermChoice[], expression: string): void => {
			if (pages.size >= ENOUGH_PAGES || choices.length === 0) return;
			for (const choice of choices) for (const stem of choice.stems) stems.add(stem);
			for (const [page, sections] of rankPages(this.#rows(expression, scope))) {
				if (!pages.has(page)) pages.set(page, sections);
			}
		};

		search(exact, withFunctionWords(allOf(exact), typed, this.#forms));
		if (pages.size < ENOUGH_PAGES) {
			const found = this.#corrected(terms, exact);
			if (found.length === exact.length) search(found, allOf(found));
			if (exact.length > 1) search(found, anyOf(found));
		}
		return {
			state: this.#state(),
			pages: this.#named(pages),
			marked: { stems: [...stems], prefix: exact.at(-1)?.prefix },
		};
	}

	close(): void {
		this.#database.close();
	}

	/** @returns The terms that the index contains, or contains after a correction. */
	#corrected(terms: readonly SearchTerm[], exact: readonly TermChoice[]): readonly TermChoice[] {
		const exists = this.#prepared("SELECT 1 FROM text WHERE text MATCH ? LIMIT 1");
		let correctedCount = 0;
		return exact.flatMap((choice, index) => {
			if (exists.get(choice.expression) !== undefined) return [choice];
			const { words: [word = "", ...rest] = [], isOpen = false } = terms[index] ?? {};
			correctedCount += 1;
			if (rest.length > 0 || correctedCount > MAX_CORRECTED) return [];
			const stems = this.#corrections.find({ word, stem: this.#forms.stem(word), isOpen });
			const expression = `(${stems.map((stem) => `"${stem}"`).join(" OR ")})`;
			return stems.length === 0 ? [] : [{ expression, stems }];
		});
	}

	#rows(expression: string, { section, edition, access }: SearchScope): readonly FoundRow[] {
		const [place, ...places] =
			section !== undefined
				? [IN_SECTION, section, `${section}/`, `${section}0`]
				: edition !== undefined
					? [IN_EDITION, edition]
					: [""];
		const condition = access === undefined ? place : `${place} ${IN_ACCESS}`;
		const parameters = access === undefined ? places : [...places, JSON.stringify(access)];
		const find = this.#prepared(`SELECT rowid AS row, rank, count(*) OVER () AS count FROM (
			SELECT rowid, rank FROM text WHERE text MATCH ? ${condition} LIMIT ${MAX_RANKED}
		) ORDER BY rank LIMIT ${MAX_ROWS}`);
		const all = (match: string): readonly FoundRow[] =>
			// The columns of the query are the members of a row.
			find.all(match, ...parameters) as unknown as readonly FoundRow[];
		const rows = all(expression);
		if ((rows[0]?.count ?? 0) < MAX_RANKED) return rows;
		// Not all rows were ranked. Titles and headings with the words come first.
		return [...all(`{title heading} : (${expression})`), ...rows];
	}

	#named(pages: ReadonlyMap<number, readonly number[]>): readonly FoundPage[] {
		const find = this.#prepared("SELECT path, stamp FROM pages WHERE id = ?");
		return [...pages].slice(0, MAX_PAGES).flatMap(([id, sections]) => {
			const row = find.get(id);
			if (row === undefined) return [];
			return [{ path: String(row["path"]), stamp: String(row["stamp"]), sections }];
		});
	}

	#state(): string | undefined {
		const row = this.#prepared("SELECT value FROM meta WHERE name = 'state'").get();
		return row === undefined ? undefined : String(row["value"]);
	}

	#prepared(sql: string): StatementSync {
		return this.#statements.getOrInsertComputed(sql, () => this.#database.prepare(sql));
	}
}

/** Leaves function words out, unless the query has no other words. */
function withoutFunctionWords(
	typed: readonly SearchTerm[],
	{ isFunctionWord }: WordForms,
): readonly SearchTerm[] {
	const terms = typed.filter(({ words }) => !words.every(isFunctionWord));
	return terms.length === 0 ? typed : terms;
}

/** Groups sections by page. @returns Page id and section numbers, the best first. */
function rankPages(
	rows: readonly FoundRow[],
): readonly (readonly [page: number, sections: readonly number[]])[] {
	const groups = Map.groupBy(rows, ({ row }) => Math.floor(row / ROWS_PER_PAGE));
	return [...groups]
		.map(([page, members]) => ({
			page,
			score: members.reduce((sum, { rank }, index) => sum + rank * FURTHER_SECTION ** index, 0),
			sections: [...new Set(members.map(({ row }) => row % ROWS_PER_PAGE))],
		}))
		.toSorted((one, other) => one.score - other.score)
		.map(({ page, sections }) => [page, sections] as const);
}
