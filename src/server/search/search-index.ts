import { hash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { PackedPage } from "../content/pages/packed-page.ts";
import { type Editions, editionOf } from "../content/site-tree/editions.ts";
import { ownCopy } from "./own-copy.ts";
import { type PageSection, pageSections, type SectionText } from "./page-sections.ts";
import { tokenize } from "./tokenize.ts";
import { type WordForms, wordFormsOf } from "./word-forms.ts";

/** A page as the index takes it. */
export type IndexedPage = Pick<PackedPage, "path" | "title" | "digest" | "html" | "frontMatter">;

/** A page that is in the index. */
interface Entry {
	readonly id: number;
	/** Changes with what is found. */
	readonly stamp: string;
	readonly sections: number;
}

/** Changes with the form of the index, and with how text is divided into words. */
const FORMAT = "3";

/** The rows of a page follow each other, so that a row names its page. */
export const ROWS_PER_PAGE = 4096;

/** Words with digits in them, and long ones, are typed as they are: they complete nothing. */
const KNOWN_WORD = /^[^\d]{3,24}$/u;

/**
 * Without the text: it is read from the live page where it is shown. Words come as they are to be
 * found, divided and stemmed, so that every language is the same to SQLite. Function words are in
 * titles, headings and code alone: in the text they would be a fourth of the index, and tell no
 * section from another.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pages(
	id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
	edition TEXT NOT NULL, sections INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS pages_edition ON pages(edition);
CREATE TABLE IF NOT EXISTS words(word TEXT PRIMARY KEY, sections INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS text USING fts5(
	title, heading, body, code, content='', contentless_delete=1,
	tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
INSERT INTO text(text, rank) VALUES('rank', 'bm25(8.0, 6.0, 1.0, 0.6)');`;

export interface SearchIndexOptions {
	/** Absolute. */
	readonly file: string;
	readonly locale: string;
	/** Each is searched by itself, and has the stems of its language. */
	readonly editions: Editions;
}

/**
 * The index that searches read, as one file in the data folder: written here, page by page. It is a
 * copy of what can be made again: whatever is wrong with it, it is made anew.
 */
export class SearchIndex {
	readonly #database: DatabaseSync;
	readonly #editions: Editions;
	readonly #formsOf: (locale: string | undefined) => WordForms;
	#forms: WordForms;
	#entries = new Map<string, Entry>();
	#seen: unknown;

	private constructor(database: DatabaseSync, { locale, editions }: SearchIndexOptions) {
		this.#database = database;
		this.#editions = editions;
		this.#formsOf = keptForms(locale);
		this.#forms = this.#formsOf(undefined);
	}

	/** @throws {Error} When the data folder cannot be written to. */
	static open(options: SearchIndexOptions): SearchIndex {
		const { file, locale, editions } = options;
		mkdirSync(dirname(file), { recursive: true });
		const form = `${FORMAT} ${locale} ${JSON.stringify(editions)}`;
		try {
			return new SearchIndex(openFile(file, form), options);
		} catch {
			// Cut short, damaged, or of another form.
			removeIndex(file);
			return new SearchIndex(openFile(file, form), options);
		}
	}

	/** The pages in the index, by path. Another process may share it, and have written. */
	get entries(): ReadonlyMap<string, Entry> {
		const version = this.#database.prepare("PRAGMA data_version").get()?.["data_version"];
		if (version !== this.#seen) {
			this.#seen = version;
			const rows = this.#database.prepare("SELECT id, path, stamp, sections FROM pages").all();
			this.#entries = new Map(
				rows.map(({ id, path, stamp, sections }) => [
					String(path),
					{ id: Number(id), stamp: String(stamp), sections: Number(sections) },
				]),
			);
		}
		return this.#entries;
	}

	/** What the index says: the revision, and until when it holds. */
	get state(): string | undefined {
		const row = this.#database.prepare("SELECT value FROM meta WHERE name = 'state'").get();
		return row === undefined ? undefined : String(row["value"]);
	}

	/** Puts pages in, takes others out, and says what the index now is of; all of it or nothing. */
	write(change: {
		readonly removed: readonly string[];
		readonly added: readonly IndexedPage[];
		/** Absent: something is still missing. */
		readonly state: string | undefined;
	}): void {
		const database = this.#database;
		const entries = new Map(this.entries);
		database.exec("BEGIN IMMEDIATE");
		try {
			const words = new Map<string, number>();
			for (const path of [...change.removed, ...change.added.map((page) => page.path)]) {
				this.#remove(entries.get(path));
				entries.delete(path);
			}
			for (const page of change.added) entries.set(page.path, this.#add(page, words));
			this.#addWords(words);
			database
				.prepare("INSERT OR REPLACE INTO meta VALUES('state', ?)")
				.run(change.state ?? "incomplete");
			database.exec("COMMIT");
		} catch (error) {
			database.exec("ROLLBACK");
			throw error;
		}
		this.#entries = entries;
	}

	/** Does a part of the tidying after many pages have come. @returns Whether there is more. */
	tidy(): boolean {
		const before = this.#totalChanges();
		this.#database.prepare("INSERT INTO text(text, rank) VALUES('merge', ?)").run(MERGED_PAGES);
		if (this.#totalChanges() - before >= 2) return true;
		this.#database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)");
		return false;
	}

	close(): void {
		this.#database.close();
	}

	#totalChanges(): number {
		return Number(this.#database.prepare("SELECT total_changes() AS count").get()?.["count"]);
	}

	#remove(entry: Entry | undefined): void {
		if (entry === undefined) return;
		const first = entry.id * ROWS_PER_PAGE;
		const remove = this.#database.prepare("DELETE FROM text WHERE rowid = ?");
		for (let row = first; row < first + entry.sections; row += 1) remove.run(row);
		this.#database.prepare("DELETE FROM pages WHERE id = ?").run(entry.id);
	}

	#add(page: IndexedPage, words: Map<string, number>): Entry {
		const { path, title } = page;
		const stamp = stampOf(page);
		const { root, locale } = editionOf(path, this.#editions);
		this.#use(this.#formsOf(locale?.code));
		const { html, frontMatter } = page;
		const sections = sectionsOf({ html, description: frontMatter.description });
		const { lastInsertRowid } = this.#database
			.prepare("INSERT INTO pages(path, stamp, edition, sections) VALUES(?, ?, ?, ?)")
			.run(path, stamp, root, sections.length);
		const id = Number(lastInsertRowid);
		const insert = this.#database.prepare(
			"INSERT INTO text(rowid, title, heading, body, code) VALUES(?, ?, ?, ?, ?)",
		);
		sections.forEach((section, index) => {
			const seen = new Set<string>();
			const columns = [
				this.#terms(`${title} ${pathWords(path)}`, seen),
				this.#terms(`${section.heading} ${section.above}`, seen),
				this.#terms(section.text, seen, this.#forms.isFunctionWord),
				this.#terms(section.code, seen),
			];
			insert.run(id * ROWS_PER_PAGE + index, ...columns);
			for (const word of seen) words.set(word, (words.get(word) ?? 0) + 1);
		});
		return { id, stamp, sections: sections.length };
	}

	#terms(text: string, seen: Set<string>, isLeftOut?: (word: string) => boolean): string {
		let terms = "";
		for (const { word } of tokenize(text)) {
			if (isLeftOut?.(word) === true) continue;
			if (KNOWN_WORD.test(word)) seen.add(word);
			terms += `${this.#stemmed(word)} `;
		}
		return terms;
	}

	/** What was stemmed is known of one language at a time: pages of one follow each other. */
	#use(forms: WordForms): void {
		if (forms === this.#forms) return;
		this.#forms = forms;
		this.#stems.clear();
	}

	readonly #stems = new Map<string, string>();

	#stemmed(word: string): string {
		const known = this.#stems.get(word);
		if (known !== undefined) return known;
		const stem = ownCopy(this.#forms.stem(word));
		if (this.#stems.size >= STEMS_KEPT) this.#stems.clear();
		this.#stems.set(ownCopy(word), stem);
		return stem;
	}

	#addWords(words: ReadonlyMap<string, number>): void {
		const add = this.#database.prepare(
			"INSERT INTO words VALUES(?, ?) ON CONFLICT(word) DO UPDATE SET sections = sections + excluded.sections",
		);
		for (const [word, sections] of words) add.run(word, sections);
	}
}

/** @param locale Of what says no other. */
function keptForms(locale: string): (code: string | undefined) => WordForms {
	const kept = new Map<string, WordForms>();
	return (code = locale) => {
		const known = kept.get(code) ?? wordFormsOf(code);
		kept.set(code, known);
		return known;
	};
}

/** Of the file, in pages of SQLite: some tens of milliseconds. */
const MERGED_PAGES = 200;

/** The words that most of a site is made of. */
const STEMS_KEPT = 20_000;

/** Names a page in the form in which it is in the index; the description is in its digest. */
export function stampOf({ digest, title }: Pick<IndexedPage, "digest" | "title">): string {
	return hash("sha256", `${digest} ${title}`, "base64url").slice(0, STAMP_LENGTH);
}

const STAMP_LENGTH = 22;

/** The sections of a page; its description belongs to the first. */
export function sectionsOf({
	html,
	description,
}: {
	readonly html: string;
	readonly description?: string | undefined;
}): readonly PageSection[] {
	return pageSections(html).map((section, index) =>
		index === 0 ? withDescription(section, description) : section,
	);
}

/** @param section The first of a page. */
export function withDescription<Section extends SectionText>(
	section: Section,
	description = "",
): Section {
	return { ...section, text: `${description} ${section.text}`.trim() };
}

/** A reader who knows the address may search for it. */
function pathWords(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

/** @throws {Error} When the file is of another form. */
function openFile(file: string, form: string): DatabaseSync {
	// Rows of FTS5's own tables, which a deletion names as its last, are too large for a number.
	const database = new DatabaseSync(file, { timeout: 5000, readBigInts: true });
	try {
		// Before there is a table: what merging has freed goes back to the disk.
		database.exec(
			"PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
		);
		database.exec(SCHEMA);
		const row = database.prepare("SELECT value FROM meta WHERE name = 'form'").get();
		if (row === undefined) {
			database.prepare("INSERT INTO meta VALUES('form', ?)").run(form);
			return database;
		}
		if (row["value"] !== form) throw new Error("The index is of another form");
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

function removeIndex(file: string): void {
	for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}
