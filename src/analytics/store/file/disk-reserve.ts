import { existsSync, rmSync, writeFileSync } from "node:fs";

/** Enough for the log's index and for the writes of a start. */
const RESERVE_BYTES = 1024 * 1024;

/**
 * Reserves disk space beside the store, so that the service can start on a full disk: SQLite must write to
 * open a file. Does nothing if the disk is full.
 */
export function keepReserve(path: string): void {
	const reserve = reserveOf(path);
	if (existsSync(reserve)) return;
	try {
		writeFileSync(reserve, Buffer.alloc(RESERVE_BYTES), { flag: "wx" });
	} catch {
		// The disk is full. A partial reserve is useless.
		rmSync(reserve, { force: true });
	}
}

/** @returns Whether a reserve existed and was deleted. */
export function releaseReserve(path: string): boolean {
	const reserve = reserveOf(path);
	if (!existsSync(reserve)) return false;
	rmSync(reserve);
	return true;
}

function reserveOf(path: string): string {
	return `${path}.reserve`;
}
