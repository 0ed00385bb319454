import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";

/** Opens a store's file with a separate connection, which closes after the test. */
export function openFile(path: string): DatabaseSync {
	const database = new DatabaseSync(path, { timeout: 5_000 });
	onTestFinished(() => database.close());
	return database;
}
