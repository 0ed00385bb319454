import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
	DamagedFileError,
	hasDamageMark,
	isDamage,
	isPassing,
	removeDamageMark,
} from "../database/damage.ts";
import { makePrivate } from "../database/private-file.ts";
import type { MigrationOptions } from "../migrations/migrate-store.ts";
import { checkTable } from "./check-slice.ts";
import { releaseReserve } from "./disk-reserve.ts";
import { prepareSchema } from "./schema.ts";

export interface OpenedDatabase {
	readonly database: DatabaseSync;
	/** New path of the damaged file, if the file was damaged. */
	readonly setAside: string | undefined;
}

/**
 * Opens, migrates or creates the file. Renames a damaged file, never deletes it, and creates a new one:
 * recording new events matters more than showing old totals.
 *
 * @param now Milliseconds since the Unix epoch, for the new name of a damaged file.
 * @throws {Error} When the file cannot be opened for a reason other than damage.
 */
export function openDatabase(
	path: string,
	now: number,
	migration: MigrationOptions,
): OpenedDatabase {
	mkdirSync(dirname(path), { recursive: true });
	try {
		if (hasDamageMark(path)) throw new DamagedFileError("Damage was found while it was in use");
		return { database: openSound(path, migration), setAside: undefined };
	} catch (error) {
		// Deleting the reserve frees room on a full disk.
		if (isPassing(error) && releaseReserve(path)) return openDatabase(path, now, migration);
		if (!isDamage(error)) throw error;
		const setAside = moveAside(path, now);
		return { database: openSound(path, migration), setAside };
	}
}

function openSound(path: string, migration: MigrationOptions): DatabaseSync {
	makePrivate(path);
	const database = new DatabaseSync(path, { timeout: 5_000 });
	try {
		configure(database);
		prepareSchema(database, path, migration);
		checkSoundness(database);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

function configure(database: DatabaseSync): void {
	// secure_delete overwrites deleted salts. FULL syncs the log at every commit.
	database.exec(`
		PRAGMA auto_vacuum = INCREMENTAL;
		PRAGMA secure_delete = ON;
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = FULL;
		PRAGMA cache_size = -65536;
		PRAGMA wal_autocheckpoint = 8000;
		PRAGMA journal_size_limit = 67108864;
		PRAGMA temp_store = MEMORY;
	`);
}

/** Checks every small table. `checkSlice()` checks the large ones, which can take minutes. */
function checkSoundness(database: DatabaseSync): void {
	const tables = database
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
		.all()
		.map(({ name }) => String(name));
	for (const name of tables) {
		if (LARGE_TABLES.has(name)) database.prepare(`SELECT * FROM ${name} LIMIT 100`).all();
		else checkTable(database, name);
	}
}

const LARGE_TABLES: ReadonlySet<string> = new Set([
	"events",
	"trait_sets",
	"roll_ups",
	"distinct_ids",
]);

function moveAside(path: string, now: number): string {
	const stamp = new Date(now).toISOString().replace(/[:.]/g, "-");
	const target = `${path}.damaged-${stamp}`;
	for (const suffix of ["", "-wal", "-shm"]) {
		if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
	}
	removeDamageMark(path);
	return target;
}
