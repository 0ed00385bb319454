import { existsSync, rmSync, writeFileSync } from "node:fs";

/** What our own checks find; SQLite reports the rest by its codes. */
export class DamagedFileError extends Error {}

export const DAMAGE_ADVICE =
	"The store's file is damaged and part of it cannot be read: restore a back-up, as the handbook describes under Disaster recovery";

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error means that the file is damaged, and not merely out of reach. */
export function isDamage(error: unknown): boolean {
	if (error instanceof DamagedFileError) return true;
	return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(resultCode(error) ?? 0);
}

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

/** Whether the cause can go away by itself, or by an operator's hand, while we run. */
export function isPassing(error: unknown): boolean {
	const passing = [SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN];
	return passing.includes(resultCode(error) ?? 0);
}

/** @returns SQLite's result code; extended ones carry it in their low byte. */
export function resultCode(error: unknown): number | undefined {
	// Only errors of SQLite have this property.
	const code = (error as { readonly errcode?: unknown }).errcode;
	return typeof code === "number" ? code & 0xff : undefined;
}

/**
 * Records beside the file that damage was found while writing: the check at a start does not read
 * every page of a large table.
 */
export function markDamage(path: string): void {
	writeFileSync(markOf(path), "");
}

export function hasDamageMark(path: string): boolean {
	return existsSync(markOf(path));
}

export function removeDamageMark(path: string): void {
	rmSync(markOf(path), { force: true });
}

function markOf(path: string): string {
	return `${path}.damage-found`;
}
