import { dirname, join } from "node:path";

/** @returns The folder of column files, beside the SQLite file. */
export function columnsFolder(storePath: string): string {
	return join(dirname(storePath), "columns");
}

/** @returns Path of a day's file, named by its day since the Unix epoch. */
export function columnsFile(folder: string, day: number): string {
	return join(folder, String(day));
}
