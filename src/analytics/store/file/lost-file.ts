import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePrivate } from "./private-file.ts";

/** The store's file was deleted or replaced while it was in use. */
export interface LostFile {
	/** Where what it held was saved; absent where that was not possible. */
	readonly savedAs: string | undefined;
	readonly cause: unknown;
}

/**
 * Detects that the path leads to another file than the one that was opened. SQLite would write into
 * a deleted file, which is lost at the end of the process.
 *
 * @returns A function that checks the path and returns the loss. The open handle's content is saved beside the file once.
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

/** Device and number of the file that the name leads to. */
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

/**
 * Writes a snapshot of the store into a new file while others write.
 * The copy has no salts: they must not outlive two days, and a backup is kept for longer.
 */
export function copyStore(database: DatabaseSync, path: string): void {
	makePrivate(path);
	database.prepare("VACUUM INTO ?").run(path);
	const copy = new DatabaseSync(path);
	copy.exec("PRAGMA secure_delete = ON; DELETE FROM salts;");
	copy.close();
}
