import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** What the log may have of a cap; SQLite copies it into the file at that size. */
const LOG_SHARE = 1 / 8;
const MAX_LOG_BYTES = 32 * 1024 * 1024;

/** Holds file and write-ahead log together below a size. */
export type SizeCap = ReturnType<typeof createSizeCap>;

export function createSizeCap(database: DatabaseSync, path: string) {
	const size = database.prepare(`
		SELECT (page_count - freelist_count) * page_size AS used, page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size
	`);
	let maxBytes = Number.POSITIVE_INFINITY;
	let maxLogBytes = MAX_LOG_BYTES;
	/** Pages in use; pages that were freed are used again before the file grows. */
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
		 * Whether raw events have to go. The log grows while it is copied and while rows are deleted;
		 * freed pages take room for a while.
		 */
		isReached: (): boolean => usedBytes() > maxBytes - 4 * maxLogBytes,
		/** Whether there is no room left, as raw events that have to go must stay. */
		isFull: (): boolean => usedBytes() > maxBytes - maxLogBytes,
		/** Gives free pages back, and copies the log where it is too long. */
		tidy: (): void => {
			database.exec("PRAGMA incremental_vacuum(2000)");
			const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
			if (logBytes > maxLogBytes) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		},
	};
}
