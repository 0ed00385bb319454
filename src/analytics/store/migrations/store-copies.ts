import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { copyStore } from "../database/copy-store.ts";

/** Long enough to notice that an upgrade was a mistake. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

/** @returns Path of the copy that was made before a store left this version of the schema. */
export function copyOfVersion(path: string, version: number): string {
	return `${path}.version-${version}`;
}

export function hasCopy(path: string, version: number): boolean {
	return existsSync(copyOfVersion(path, version));
}

/** Copies the store, and replaces an earlier copy of the same version. Afterwards, the copy is on the disk. */
export function saveCopy(database: DatabaseSync, path: string, version: number): void {
	const copy = copyOfVersion(path, version);
	const part = `${copy}.part`;
	rmSync(part, { force: true });
	copyStore(database, part);
	flush(part);
	renameSync(part, copy);
	flush(dirname(path));
}

/**
 * Deletes copies of other versions, with the events and persons in them.
 *
 * @param now Milliseconds since the Unix epoch. Younger copies stay; without it, none does.
 */
export function removeCopies(path: string, now = Number.POSITIVE_INFINITY): void {
	for (const name of readdirSync(dirname(path))) {
		if (!name.startsWith(`${basename(path)}.version-`)) continue;
		const copy = join(dirname(path), name);
		const madeAt = statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? now;
		if (now - madeAt > KEPT_MS) rmSync(copy, { force: true });
	}
}

function flush(path: string): void {
	const file = openSync(path, "r");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}
