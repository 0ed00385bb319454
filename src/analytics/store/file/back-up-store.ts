import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { copyStore } from "./copy-store.ts";

/**
 * Sends a copy of the store, with everything that was acknowledged before, while the service
 * goes on. What is sent is whole when it has been sent to its end.
 *
 * @param path The store's file.
 */
export async function backUpStore(path: string, output: Writable): Promise<void> {
	// Beside the store, because that is the one place that is surely meant to be large enough.
	const copy = `${path}.backup-${randomUUID()}`;
	const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
	try {
		copyStore(database, copy);
		await pipeline(createReadStream(copy), output);
	} finally {
		database.close();
		await rm(copy, { force: true });
	}
}
