import { existsSync, rmSync, writeFileSync } from "node:fs";

/** Enough for the index of the log and for what a start writes. */
const RESERVE_BYTES = 1024 * 1024;

/**
 * Keeps some room beside the store for a start on a disk that is full: SQLite opens no file
 * without writing to the disk. Does nothing where there is no room for it.
 */
export function keepReserve(path: string): void {
	const reserve = reserveOf(path);
	if (existsSync(reserve)) return;
	try {
		writeFileSync(reserve, Buffer.alloc(RESERVE_BYTES), { flag: "wx" });
	} catch {
		// The disk is full: a partial reserve does not help.
		rmSync(reserve, { force: true });
	}
}

/** @returns Whether there was a reserve, whose room is free now. */
export function releaseReserve(path: string): boolean {
	const reserve = reserveOf(path);
	if (!existsSync(reserve)) return false;
	rmSync(reserve);
	return true;
}

function reserveOf(path: string): string {
	return `${path}.reserve`;
}
