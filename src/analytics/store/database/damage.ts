import { existsSync, rmSync, writeFileSync } from "node:fs";
import { isDamagedDatabase, SQLITE_BUSY, sqliteResultOf } from "../../../platform/sqlite-errors.ts";

/** Damage that the checks of this service find. SQLite reports other damage by result codes. */
export class DamagedFileError extends Error {}

export const DAMAGE_ADVICE =
	"The store's file is damaged and part of it cannot be read: restore a back-up, as the handbook describes under Disaster recovery";

/** Whether an error means that the file is damaged, not only unavailable. */
export function isDamage(error: unknown): boolean {
	return error instanceof DamagedFileError || isDamagedDatabase(error);
}

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

/** Whether the cause can disappear while the process runs, with or without the operator. */
export function isPassing(error: unknown): boolean {
	const passing = [SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN];
	return passing.includes(sqliteResultOf(error) ?? 0);
}

/**
 * Creates a mark beside the file after a write found damage: the check at a start does not read every page of
 * a large table.
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
