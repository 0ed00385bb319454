import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** Maximum share of the cap for the log. SQLite copies a longer log into the file. */
const LOG_SHARE = 1 / 8;
const MAX_LOG_BYTES = 32 * 1024 * 1024;

/** Limits the total size of file and write-ahead log. */
export type SizeCap = ReturnType<typeof createSizeCap>;

export function createSizeCap(database: DatabaseSync, path: string) {
	const size = database.prepare(`
		SELECT (page_count - freelist_count) * page_size AS used, page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size
	`);
	let maxBytes = Number.POSITIVE_INFINITY;
	let maxLogBytes = MAX_LOG_BYTES;
	/** Bytes of the pages in use. SQLite reuses free pages before the file grows. */
	const usedBytes = (): number => Number(size.get()?.["used"]);
	return {
		usedBytes,
		set: (bytes: number): void => {
			if (bytes === maxBytes) return;
			maxBytes = bytes;
			maxLogBytes = Math.min(MAX_LOG_BYTES, Math.floor(bytes * LOG_SHARE));
			database.exec(`
				PRAGMA wal_autocheckpoint = ${Math.max(1, Math.floor(maxLogBytes / Number(size.get()?.["page_size"])))};
				PRAGMA journal_size_limit = ${maxLogBytes};
			`);
		},
		/**
		 * Whether raw events must be deleted. The margin is for the log, which grows during deletions and
		 * checkpoints, and for free pages that still take room.
		 */
		isReached: (): boolean => usedBytes() > maxBytes - 4 * maxLogBytes,
		/** Whether no room is left, because raw events could not be deleted. */
		isFull: (): boolean => usedBytes() > maxBytes - maxLogBytes,
		/** Returns free pages to the disk, and truncates the log if it is too long. */
		tidy: (): void => {
			database.exec("PRAGMA incremental_vacuum(2000)");
			const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
			if (logBytes > maxLogBytes) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		},
	};
}
