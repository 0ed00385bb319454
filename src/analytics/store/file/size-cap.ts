import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** What the log may have of a cap; SQLite copies it into the file at that size. */
const LOG_SHARE = 1 / 8;
const MAX_LOG_BYTES = 32 * 1024 * 1024;

/** Holds file and write-ahead log together below a size. */
export interface SizeCap {
	readonly set: (maxBytes: number) => void;
	/** Whether raw events have to go. */
	readonly isReached: () => boolean;
	/** Whether there is no room left, as raw events that have to go must stay. */
	readonly isFull: () => boolean;
	/** Gives free pages back, and copies the log where it is too long. */
	readonly tidy: () => void;
	/** Pages in use; pages that were freed are used again before the file grows. */
	readonly usedBytes: () => number;
}

export function createSizeCap(database: DatabaseSync, path: string): SizeCap {
	const pragma = (name: string) => {
		const statement = database.prepare(`PRAGMA ${name}`);
		return (): number => Number(statement.get()?.[name]);
	};
	const [pages, freePages, pageSize] = ["page_count", "freelist_count", "page_size"].map(
		pragma,
	) as [() => number, () => number, () => number];
	let maxBytes = Number.POSITIVE_INFINITY;
	let maxLogBytes = MAX_LOG_BYTES;
	const usedBytes = (): number => (pages() - freePages()) * pageSize();
	const logBytes = (): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
	return {
		usedBytes,
		set: (bytes) => {
			if (bytes === maxBytes) return;
			maxBytes = bytes;
			maxLogBytes = Math.min(MAX_LOG_BYTES, Math.floor(bytes * LOG_SHARE));
			database.exec(`
				PRAGMA wal_autocheckpoint = ${Math.max(1, Math.floor(maxLogBytes / pageSize()))};
				PRAGMA journal_size_limit = ${maxLogBytes};
			`);
		},
		// The log grows while it is copied and while rows are deleted; freed pages take room for a while.
		isReached: () => usedBytes() > maxBytes - 4 * maxLogBytes,
		isFull: () => usedBytes() > maxBytes - maxLogBytes,
		tidy: () => {
			database.exec("PRAGMA incremental_vacuum(2000)");
			if (logBytes() > maxLogBytes) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		},
	};
}
