import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "../../errors.ts";

const MEGABYTE = 1024 * 1024;

/**
 * The copy takes as much room as the store, and the log of the migration may take as much again.
 *
 * @throws {ConfigurationError} When the disk has less.
 */
export function ensureRoom(database: DatabaseSync, path: string): void {
	const size = database
		.prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
		.get();
	const { bavail, bsize } = statfsSync(dirname(path));
	const needed = 2 * Number(size?.["bytes"]);
	const free = bavail * bsize;
	if (free >= needed) return;
	throw new ConfigurationError([
		`The migration of "${path}" needs ${Math.ceil(needed / MEGABYTE)} MB of free space in its folder, for a copy and a log: ${Math.floor(free / MEGABYTE)} MB are free`,
	]);
}
