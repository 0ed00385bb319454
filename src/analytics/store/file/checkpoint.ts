import type { DatabaseSync } from "node:sqlite";
import { sqliteResultOf } from "../../../platform/sqlite-errors.ts";

export interface CheckpointMoment {
	/** Whether no request waits for a write. */
	readonly isIdle: boolean;
}

/** Four megabytes. Copying them takes a few milliseconds, so a new request hardly waits. */
const IDLE_PAGES = 1_000;
/** Rare copies are cheaper: each copies a hot page once. SQLite copies at about 8,000, inside a commit. */
const BUSY_PAGES = 6_000;

/**
 * Copies the write-ahead log into the file once it is long enough. Call it between commits, where no response
 * waits for it: SQLite's own checkpoint runs inside a commit, whose request waits.
 */
export function createCheckpoint(database: DatabaseSync): (moment: CheckpointMoment) => void {
	const look = database.prepare("PRAGMA wal_checkpoint(NOOP)");
	const copy = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
	return ({ isIdle }) => {
		if (!database.isOpen) return;
		const state = look.get();
		const waitingPages = Number(state?.["log"]) - Number(state?.["checkpointed"]);
		if (waitingPages < (isIdle ? IDLE_PAGES : BUSY_PAGES)) return;
		try {
			copy.get();
		} catch (error) {
			// No data is lost: the log has every page. On a full disk the next write fails too, and reports it.
			if (sqliteResultOf(error) === undefined) throw error;
		}
	};
}
