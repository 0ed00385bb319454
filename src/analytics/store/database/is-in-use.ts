import type { DatabaseSync } from "node:sqlite";
import { SQLITE_BUSY, sqliteResultOf } from "../../../platform/sqlite-errors.ts";

/**
 * Whether another process has the file open. Otherwise, the log is in the file afterwards, and WAL mode is off.
 *
 * A process that keeps a replaced file open would continue to write into the deleted file.
 */
export function isInUse(database: DatabaseSync): boolean {
	try {
		// Leaving WAL mode needs exclusive access.
		database.exec("PRAGMA journal_mode = DELETE");
		return false;
	} catch (error) {
		if (sqliteResultOf(error) === SQLITE_BUSY) return true;
		throw error;
	}
}
