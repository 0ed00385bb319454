import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { copyStore, hasSealed } from "./copy-store.ts";

/** The service writes what is sealed within a second, ten thousand events or not. */
const WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/**
 * Sends a copy of the store, with everything that was acknowledged before, while the service
 * goes on. What is sent is whole when it has been sent to its end.
 *
 * @param path The store's file.
 * @param waitMs For the service to write what it has acknowledged and only it can read.
 * @returns Why nothing was sent, or `undefined` when all of it was.
 */
export async function backUpStore(
	path: string,
	output: Writable,
	waitMs = WAIT_MS,
): Promise<string | undefined> {
	// Beside the store, because that is the one place that is surely meant to be large enough.
	const copy = `${path}.backup-${randomUUID()}`;
	const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
	try {
		// What is sealed later was not acknowledged when the copy was asked for.
		if (!(await isUnsealed(database, waitMs))) {
			return "Acknowledged events wait that only the service can write: start it, and try again";
		}
		copyStore(database, copy);
		await pipeline(createReadStream(copy), output);
		return undefined;
	} finally {
		database.close();
		await rm(copy, { force: true });
	}
}

async function isUnsealed(database: DatabaseSync, waitMs: number): Promise<boolean> {
	const deadline = performance.now() + waitMs;
	while (hasSealed(database)) {
		if (performance.now() > deadline) return false;
		await setTimeout(LOOK_AGAIN_MS);
	}
	return true;
}
