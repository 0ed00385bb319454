/** @see https://www.sqlite.org/rescode.html */
export const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error of SQLite means that the file is damaged, not only unavailable. */
export function isDamagedDatabase(error: unknown): boolean {
	return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteResultOf(error) ?? 0);
}

/** @returns SQLite's primary result code (the low byte of extended codes); `undefined` for other errors. */
export function sqliteResultOf(error: unknown): number | undefined {
	if (!(error instanceof Error) || !("errcode" in error)) return undefined;
	return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}
