import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { copyStore } from "../database/copy-store.ts";

/** The store's file was deleted or replaced while it was in use. */
export interface LostFile {
	/** Path of the saved copy; absent if saving failed. */
	readonly savedAs: string | undefined;
	readonly cause: unknown;
}

/**
 * Detects that the path no longer refers to the opened file. Writes into a deleted file are lost when the
 * process ends.
 *
 * @returns A function that checks the path and returns the loss. It saves the open file's content once,
 * beside the path.
 */
export function createFileWatch(
	database: DatabaseSync,
	path: string,
): (now: number) => LostFile | undefined {
	const opened = identityOf(path);
	let lost: LostFile | undefined;
	return (now) => {
		if (lost !== undefined || identityOf(path) === opened) return lost;
		lost = save(database, `${path}.rescued-${new Date(now).toISOString().replace(/[:.]/g, "-")}`);
		return lost;
	};
}

/** Device and inode of the file at the path. */
function identityOf(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}

function save(database: DatabaseSync, path: string): LostFile {
	try {
		mkdirSync(dirname(path), { recursive: true });
		copyStore(database, path);
		return { savedAs: path, cause: undefined };
	} catch (error) {
		return { savedAs: undefined, cause: error };
	}
}
