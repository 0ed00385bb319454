import type { DatabaseSync } from "node:sqlite";
import { isPassing } from "./damage.ts";

/** Runs `work` in a write transaction: all of it is durable afterwards, or none of it happened. */
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

/** For what need not be written: a full disk refuses it, and must not take what is read with it. */
export function writeIfPossible(work: () => void): void {
	try {
		work();
	} catch (error) {
		if (!isPassing(error)) throw error;
	}
}
