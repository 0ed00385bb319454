import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";

/** The file of a store by a connection of its own, which is closed when the test is over. */
export function openFile(path: string): DatabaseSync {
	const database = new DatabaseSync(path, { timeout: 5_000 });
	onTestFinished(() => database.close());
	return database;
}
