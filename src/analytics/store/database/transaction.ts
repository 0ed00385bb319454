import type { DatabaseSync } from "node:sqlite";
import { isPassing } from "./damage.ts";

/** Runs `work` in a write transaction: all of its changes are durable afterwards, or none exist. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
	database.exec("BEGIN IMMEDIATE");
	try {
		const result = work();
		database.exec("COMMIT");
		return result;
	} catch (error) {
		// After a full disk SQLite has sometimes rolled back already.
		if (database.isTransaction) database.exec("ROLLBACK");
		throw error;
	}
}

/** Runs an optional write. Ignores temporary errors, such as a full disk, so that reads still succeed. */
export function writeIfPossible(work: () => void): void {
	try {
		work();
	} catch (error) {
		if (!isPassing(error)) throw error;
	}
}
