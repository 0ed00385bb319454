import type { DatabaseSync } from "node:sqlite";
import { sqliteResultOf } from "../../../platform/sqlite-errors.ts";

export interface CheckpointMoment {
	/** Whether no request waits for a write just now. */
	readonly isIdle: boolean;
}

/** Four megabytes: some milliseconds of copying, so a request that comes meanwhile hardly waits. */
const IDLE_PAGES = 1_000;
/** Copying seldom is cheaper: pages that change often are copied once. SQLite itself does it, inside a commit, at 8,000. */
const BUSY_PAGES = 6_000;

/**
 * Copies the write-ahead log into the file when enough of it has gathered.
 *
 * SQLite does so inside of a commit, and then the request that waits for that commit waits for
 * the copying as well; called between two commits, it delays no answer.
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
			// Nothing is lost: the log still has every page. A full disk fails the next write too, which reports it.
			if (sqliteResultOf(error) === undefined) throw error;
		}
	};
}
