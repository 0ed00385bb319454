import { mkdirSync, rmSync } from "node:fs";
import { dirname, posix } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ensurePrivateFile } from "../../platform/private-file.ts";
import { bodyHtml, type Page } from "../content/pages/page.ts";
import { type Editions, editionOf } from "../content/versions.ts";
import { readPageText } from "./page-text.ts";
import { stampOf } from "./search-messages.ts";
import { tokenize, type WordForms, wordFormsOf } from "./word-forms.ts";

export type IndexedPage = Pick<
	Page,
	"path" | "title" | "digest" | "packedBody" | "fills" | "frontMatter"
>;

interface IndexEntry {
	readonly id: number;
	/** See {@link stampOf}. */
	readonly stamp: string;
	/** By `requirementsKey()`. */
	readonly access: string;
	readonly sectionCount: number;
}

/** Increase it when the tables change, or the way in which text becomes words. */
const FORMAT = "5";

/** Sections of a page have row ids in a range of their own, so a row id names its page. */
export const ROWS_PER_PAGE = 4096;

/**
 * The table is contentless: excerpts come from the live page. Words are split and stemmed before they
 * are written, so SQLite treats every language alike. Texts leave out function words, which are a
 * quarter of all words and do not distinguish sections; titles, headings and code keep them.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pages(
	id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
	access TEXT NOT NULL, edition TEXT NOT NULL, sections INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS pages_edition ON pages(edition);
CREATE VIRTUAL TABLE IF NOT EXISTS text USING fts5(
	title, heading, body, code, content='', contentless_delete=1,
	tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
INSERT INTO text(text, rank) VALUES('rank', 'bm25(8.0, 6.0, 1.0, 0.6)');`;

export interface SearchIndexOptions {
	/** An absolute path. */
	readonly file: string;
	readonly locale: string;
	/** Each edition is searched separately, with the stems of its language. */
	readonly editions: Editions;
}

/**
 * Writes the search index, a file in the data folder. The index can be rebuilt from the pages, so a
 * damaged file is replaced.
 */
export class SearchIndex {
	readonly #database: DatabaseSync;
	readonly #options: SearchIndexOptions;
	#entries = new Map<string, IndexEntry>();
	#dataVersion: unknown;

	private constructor(database: DatabaseSync, options: SearchIndexOptions) {
		this.#database = database;
		this.#options = options;
	}

	/** @throws {Error} When the data folder is not writable. */
	static open(options: SearchIndexOptions): SearchIndex {
		const { file, locale, editions } = options;
		mkdirSync(dirname(file), { recursive: true });
		const form = `${FORMAT} ${locale} ${JSON.stringify(editions)}`;
		try {
			return new SearchIndex(openFile(file, form), options);
		} catch {
			// Truncated, damaged, or written with another format or configuration.
			for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
			return new SearchIndex(openFile(file, form), options);
		}
	}

	/** The indexed pages by path. Reads them again when another process has written the file. */
	get entries(): ReadonlyMap<string, IndexEntry> {
		const version = this.#database.prepare("PRAGMA data_version").get()?.["data_version"];
		if (version !== this.#dataVersion) {
			this.#dataVersion = version;
			const rows = this.#database
				.prepare("SELECT id, path, stamp, access, sections FROM pages")
				.all();
			this.#entries = new Map(
				rows.map(({ id, path, stamp, access, sections }) => [
					String(path),
					{
						id: Number(id),
						stamp: String(stamp),
						access: String(access),
						sectionCount: Number(sections),
					},
				]),
			);
		}
		return this.#entries;
	}

	/** See `searchState()`; `undefined` in a new file. */
	get state(): string | undefined {
		const row = this.#database.prepare("SELECT value FROM meta WHERE name = 'state'").get();
		return row === undefined ? undefined : String(row["value"]);
	}

	/** Removes and adds pages in one transaction. */
	write(change: {
		readonly removed: readonly string[];
		readonly added: readonly IndexedPage[];
		/** @returns The requirements for readers of a path, by `requirementsKey()`. */
		readonly accessOf: (path: string) => string;
		/** Absent while pages are missing. */
		readonly state: string | undefined;
	}): void {
		const database = this.#database;
		const entries = new Map(this.entries);
		database.exec("BEGIN IMMEDIATE");
		try {
			for (const path of [...change.removed, ...change.added.map((page) => page.path)]) {
				this.#remove(entries.get(path));
				entries.delete(path);
			}
			for (const page of change.added) {
				entries.set(page.path, this.#add(page, change.accessOf(page.path)));
			}
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

	/** Merges a part of the index after many pages were added. @returns Whether work is left. */
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

	#remove(entry: IndexEntry | undefined): void {
		if (entry === undefined) return;
		const first = entry.id * ROWS_PER_PAGE;
		const remove = this.#database.prepare("DELETE FROM text WHERE rowid = ?");
		for (let row = first; row < first + entry.sectionCount; row += 1) remove.run(row);
		this.#database.prepare("DELETE FROM pages WHERE id = ?").run(entry.id);
	}

	#add(page: IndexedPage, access: string): IndexEntry {
		const { path, frontMatter } = page;
		const { editions, locale: siteLocale } = this.#options;
		const { root, locale } = editionOf(path, editions);
		const forms = wordFormsOf(locale?.code ?? siteLocale);
		const { title, sections } = readPageText(bodyHtml(page));
		const stamp = stampOf(page);
		const { lastInsertRowid } = this.#database
			.prepare("INSERT INTO pages(path, stamp, access, edition, sections) VALUES(?, ?, ?, ?, ?)")
			.run(path, stamp, access, root, sections.length);
		const id = Number(lastInsertRowid);
		const insert = this.#database.prepare(
			"INSERT INTO text(rowid, title, heading, body, code) VALUES(?, ?, ?, ?, ?)",
		);
		// The front matter may give a page another title than its `h1`. Readers also search for addresses.
		const titles = title === page.title ? [title] : [page.title, title];
		const titleTerms = indexTerms([...titles, posix.basename(path)].join(" "), forms);
		for (const [index, { heading, above, text, code }] of sections.entries()) {
			const description = index === 0 ? (frontMatter.description ?? "") : "";
			insert.run(
				id * ROWS_PER_PAGE + index,
				titleTerms,
				indexTerms(`${heading} ${above}`, forms),
				indexTerms(`${description} ${text}`, forms, forms.isFunctionWord),
				indexTerms(code, forms),
			);
		}
		return { id, stamp, access, sectionCount: sections.length };
	}
}

/** The stems of a text's words, with spaces between them. */
function indexTerms(
	text: string,
	{ stem }: WordForms,
	isLeftOut: (word: string) => boolean = () => false,
): string {
	const words = tokenize(text).filter(({ word }) => !isLeftOut(word));
	return words.map(({ word }) => stem(word)).join(" ");
}

/** Pages of the SQLite file that one merge writes; takes some tens of milliseconds. */
const MERGED_PAGES = 200;

/** @throws {Error} When the file has another format or configuration. */
function openFile(file: string, form: string): DatabaseSync {
	ensurePrivateFile(file);
	// FTS5's own tables have row ids that exceed the safe integers of a JavaScript number.
	const database = new DatabaseSync(file, { timeout: 5000, readBigInts: true });
	try {
		// `auto_vacuum` must be set before the first table: pages that a merge frees return to the disk.
		database.exec(
			"PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
		);
		database.exec(SCHEMA);
		const row = database.prepare("SELECT value FROM meta WHERE name = 'form'").get();
		if (row === undefined) {
			database.prepare("INSERT INTO meta VALUES('form', ?)").run(form);
			return database;
		}
		if (row["value"] !== form) throw new Error("The index has another format or configuration");
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}
