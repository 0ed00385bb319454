import { chmodSync, closeSync, openSync } from "node:fs";

/** Permissions of files with the text of private pages: only the user of the process reads and writes them. */
export const PRIVATE_MODE = 0o600;

/** Permissions of folders with such files. */
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Makes a file private before a library opens it, and creates a missing file. SQLite gives its log and its
 * index of shared memory the permissions of the database.
 */
export function ensurePrivateFile(path: string): void {
	closeSync(openSync(path, "a", PRIVATE_MODE));
	// Another version may have written it for all users.
	chmodSync(path, PRIVATE_MODE);
}
