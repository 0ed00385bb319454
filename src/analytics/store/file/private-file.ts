import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { errorCodeOf } from "../../../platform/error-code.ts";

const OWNER_ONLY = 0o600;

/** Creates a file, or changes the mode of an existing one, so that only its owner can read it. SQLite creates a log with the mode of its file. */
export function makePrivate(path: string): void {
	closeSync(openSync(path, "a", OWNER_ONLY));
	for (const suffix of ["", "-wal", "-shm"]) {
		if (!existsSync(path + suffix)) continue;
		try {
			chmodSync(path + suffix, OWNER_ONLY);
		} catch (error) {
			// Another user owns the file and chooses its mode.
			if (errorCodeOf(error) !== "EPERM") throw error;
		}
	}
}
