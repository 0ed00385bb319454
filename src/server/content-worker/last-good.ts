import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate, setTimeout } from "node:timers/promises";
import { ensurePrivateFile, PRIVATE_FOLDER_MODE } from "../../platform/private-file.ts";
import { SharedFolder } from "../../platform/shared-folder.ts";
import { isDamagedDatabase, SQLITE_BUSY, sqliteResultOf } from "../../platform/sqlite-errors.ts";
import { listDrawings } from "../content/files/list-site-folder.ts";
import { readRegularFile } from "../content/files/read-regular-file.ts";
import { SITE_CONFIG_FILE } from "../content/parse-site-config.ts";
import type { LoadedRevision } from "../content/revision.ts";
import { REDIRECTS_FILE } from "../content/route-rules.ts";

/** Folder name in the data folder. */
export const LAST_GOOD_FOLDER = "last-good";

const FILE = "site.sqlite";

/** Larger files are downloads, which are not saved. */
const MAX_FILE_BYTES = 20_000_000;

/** Writing this many files takes a few milliseconds. */
const FILES_AT_ONCE = 50;

/** Retries while another process writes: writing a revision takes seconds at most. */
const BUSY = { attempts: 60, waitMs: 500 };

/** Age at which unused files are removed: by then, every process has switched to another revision. */
const WRITTEN_OUT_FOR_MS = 60 * 60_000;

const SCHEMA = `
	CREATE TABLE IF NOT EXISTS files (
		file TEXT PRIMARY KEY, version TEXT NOT NULL, modified REAL NOT NULL, bytes BLOB NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS revision (id TEXT NOT NULL) STRICT;
`;

/**
 * The files of the last good revision, for a start with a site folder that is broken or missing.
 * Several processes may write: each revision is one transaction.
 */
export class LastGood {
	readonly #folder: SharedFolder;
	#database: DatabaseSync | undefined;
	#savedId: string | undefined;
	#saving: Promise<void> = Promise.resolve();
	#next: LoadedRevision | undefined;

	/** @param dataFolder Absolute. */
	constructor(dataFolder: string) {
		const path = join(dataFolder, LAST_GOOD_FOLDER);
		this.#folder = new SharedFolder(path, Date.now, PRIVATE_FOLDER_MODE);
	}

	/**
	 * Saves a revision in the background. Of several waiting revisions, only the last one is saved.
	 *
	 * @throws {Error} When the data folder cannot be written to.
	 */
	save(revision: LoadedRevision): Promise<void> {
		this.#next = revision;
		const saving = this.#saving.then(() => this.#saveNext());
		this.#saving = saving.catch(() => undefined);
		return saving;
	}

	/** @returns The absolute path of a folder with the files, or `undefined` if no revision is saved. */
	async restore(): Promise<string | undefined> {
		try {
			const database = await this.#open();
			const id = database.prepare("SELECT id FROM revision").get()?.["id"];
			if (id === undefined) return undefined;
			const name = `site-${id}`;
			if (!(await this.#folder.markUsed(name))) await this.#writeFiles(database, name);
			return this.#folder.pathOf(name);
		} catch (error) {
			if (!isDamagedDatabase(error)) throw error;
			this.#discard();
			return undefined;
		}
	}

	async #writeFiles(database: DatabaseSync, name: string): Promise<void> {
		await this.#folder.withDraft(async (draft) => {
			const files = database.prepare("SELECT file, modified, bytes FROM files").iterate();
			for (const { file, modified, bytes } of files) {
				const target = join(draft, String(file));
				await mkdir(dirname(target), { recursive: true });
				if (bytes instanceof Uint8Array) await writeFile(target, bytes);
				await utimes(target, Number(modified) / 1000, Number(modified) / 1000);
			}
			await this.#folder.publish(draft, name);
		});
	}

	async #saveNext(): Promise<void> {
		const revision = this.#next;
		this.#next = undefined;
		if (revision === undefined || revision.id === this.#savedId) return;
		try {
			await this.#write(revision);
		} catch (error) {
			if (!isDamagedDatabase(error)) throw error;
			this.#discard();
			await this.#write(revision);
		}
		this.#savedId = revision.id;
		await this.#folder.removeUnused(WRITTEN_OUT_FOR_MS, (name) => name.startsWith(FILE));
	}

	async #write(revision: LoadedRevision): Promise<void> {
		const database = await this.#open();
		await begin(database);
		try {
			await writeRevision(database, revision);
			database.exec("COMMIT");
		} catch (error) {
			// A statement that detects damage has already ended the transaction.
			if (database.isTransaction) database.exec("ROLLBACK");
			throw error;
		}
	}

	async #open(): Promise<DatabaseSync> {
		if (this.#database !== undefined) return this.#database;
		await mkdir(this.#folder.path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
		ensurePrivateFile(this.#folder.pathOf(FILE));
		const database = new DatabaseSync(this.#folder.pathOf(FILE));
		database.exec(SCHEMA);
		this.#database = database;
		return database;
	}

	#discard(): void {
		this.#database?.close();
		this.#database = undefined;
		for (const suffix of ["", "-journal"]) {
			rmSync(this.#folder.pathOf(FILE + suffix), { force: true });
		}
	}
}

async function begin(database: DatabaseSync): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			database.exec("BEGIN IMMEDIATE");
			return;
		} catch (error) {
			if (sqliteResultOf(error) !== SQLITE_BUSY || attempt === BUSY.attempts) throw error;
			await setTimeout(BUSY.waitMs);
		}
	}
}

async function writeRevision(database: DatabaseSync, revision: LoadedRevision): Promise<void> {
	const rows = database.prepare("SELECT file, version FROM files").all();
	const known = new Map(rows.map(({ file, version }) => [String(file), version]));
	const insert = database.prepare("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)");
	let count = 0;
	for (const { file, version, modifiedMs, read } of filesOf(revision)) {
		count += 1;
		if (count % FILES_AT_ONCE === 0) await setImmediate();
		const before = known.get(file);
		known.delete(file);
		const bytes = before === version ? undefined : read();
		// If the file has changed again, its saved version stays.
		if (bytes !== undefined) insert.run(file, version, modifiedMs, bytes);
	}
	const remove = database.prepare("DELETE FROM files WHERE file = ?");
	for (const file of known.keys()) remove.run(file);
	database.exec("DELETE FROM revision");
	database.prepare("INSERT INTO revision VALUES (?)").run(revision.id);
}

interface RevisionFile {
	/** Relative to the site folder. */
	readonly file: string;
	/** Changes with the content. */
	readonly version: string;
	readonly modifiedMs: number;
	/** @returns `undefined` when the file has changed or is too large. */
	readonly read: () => Buffer | undefined;
}

/** Lists the files from which a revision was made. */
function* filesOf({ listing, settings, parsed }: LoadedRevision): Generator<RevisionFile> {
	const texts = [
		[SITE_CONFIG_FILE, settings.configText],
		[REDIRECTS_FILE, settings.redirectsText],
	] as const;
	for (const [file, text] of texts) {
		if (text === undefined) continue;
		const bytes = Buffer.from(text);
		yield { file, version: digestOf(bytes), modifiedMs: 0, read: () => bytes };
	}
	for (const { file, realPath } of listing.pages) {
		const page = parsed.get(file);
		if (page?.isReadable !== true) continue;
		const { sourceDigest: version, modifiedMs } = page;
		const read = (): Buffer | undefined => {
			const bytes = readAll(realPath);
			return bytes !== undefined && digestOf(bytes) === version ? bytes : undefined;
		};
		yield { file, version, modifiedMs, read };
	}
	const others = [...listing.assets, ...listing.publicFiles, ...listDrawings(listing.root)];
	for (const { file, stamp, realPath, modifiedMs } of others) {
		yield { file, version: stamp, modifiedMs, read: () => readAll(realPath) };
	}
}

function digestOf(bytes: Buffer): string {
	return createHash("sha256").update(bytes).digest("hex");
}

function readAll(realPath: string): Buffer | undefined {
	const reading = readRegularFile(realPath, { maxBytes: MAX_FILE_BYTES });
	return reading.kind === "read" ? reading.bytes : undefined;
}
