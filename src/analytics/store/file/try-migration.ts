import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "../../errors.ts";
import { copyStore } from "../database/copy-store.ts";
import { ensureRoom } from "../migrations/ensure-room.ts";
import { describeSchemaVersion, readSchemaVersion } from "../migrations/schema-version.ts";
import { openDatabase } from "./open-database.ts";

/**
 * Copies a store, opens the copy as this version does, and deletes it. An older version of the service may run
 * meanwhile.
 *
 * @param now Milliseconds since the Unix epoch.
 * @param report Receives sentences about the progress.
 * @throws {Error} When this version could not start with the store.
 */
export function tryMigration(path: string, now: number, report: (sentence: string) => void): void {
	const trial = `${path}.trial`;
	removeTrial(trial);
	try {
		copy(path, trial);
		const { database, setAside } = openDatabase(trial, now, { report, copies: false });
		database.close();
		if (setAside === undefined) return;
		rmSync(setAside);
		throw new ConfigurationError([`"${path}" is damaged`]);
	} finally {
		removeTrial(trial);
	}
}

function copy(path: string, trial: string): void {
	const store = new DatabaseSync(path, { timeout: 5_000 });
	try {
		const problem = describeSchemaVersion(readSchemaVersion(store), path);
		if (problem !== undefined) throw new ConfigurationError([problem]);
		ensureRoom(store, path);
		store.exec("PRAGMA temp_store = MEMORY");
		copyStore(store, trial);
	} finally {
		store.close();
	}
}

function removeTrial(trial: string): void {
	for (const suffix of ["", "-wal", "-shm", ".reserve"]) rmSync(trial + suffix, { force: true });
}
