import { statSync, writeFileSync } from "node:fs";

/** An empty file beside the store; its modification time is that of the last back-up. */
const SUFFIX = ".backed-up";

/** @returns Seconds since the Unix epoch; 0 without a back-up. */
export function backedUpAt(storePath: string): number {
	const file = statSync(storePath + SUFFIX, { throwIfNoEntry: false });
	return file === undefined ? 0 : file.mtimeMs / 1000;
}

/** Notes a back-up that has just ended. */
export function noteBackUp(storePath: string): void {
	writeFileSync(storePath + SUFFIX, "");
}
