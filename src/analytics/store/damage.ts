import { existsSync, rmSync, writeFileSync } from "node:fs";

/** What our own checks find; SQLite reports the rest by its codes. */
export class DamagedFileError extends Error {}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error means that the file is damaged, and not merely out of reach. */
export function isDamage(error: unknown): boolean {
	if (error instanceof DamagedFileError) return true;
	return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(resultCode(error) ?? 0);
}

/** @returns SQLite's result code; extended ones carry it in their low byte. */
export function resultCode(error: unknown): number | undefined {
	// SQLite's errors carry it; of any other value it is undefined.
	const code = (error as { readonly errcode?: unknown }).errcode;
	return typeof code === "number" ? code & 0xff : undefined;
}

/**
 * Remembers, beside the file, that damage was found while it was in use: deep in a large
 * table no check at start would find it again.
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
