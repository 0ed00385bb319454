/** @see https://www.sqlite.org/rescode.html */
export const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error of SQLite means that the file is damaged, and not merely out of reach. */
export function isDamagedDatabase(error: unknown): boolean {
	return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteResultOf(error) ?? 0);
}

/** @returns SQLite's result code, or `undefined` for other errors; extended codes have it in their low byte. */
export function sqliteResultOf(error: unknown): number | undefined {
	if (!(error instanceof Error) || !("errcode" in error)) return undefined;
	return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}
