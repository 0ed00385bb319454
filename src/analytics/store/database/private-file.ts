import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { errorCodeOf } from "../../../platform/error-code.ts";

const OWNER_ONLY = 0o600;

/** Makes a file readable by its owner only, or creates it so. SQLite creates a log with its file's mode. */
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
