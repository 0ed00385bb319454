import type { DatabaseSync } from "node:sqlite";

/**
 * SQLite gives the number of the newest row again when that was deleted. What has been shipped
 * under a number must not come again as another event.
 *
 * @returns The number of the next event where it must be said.
 */
export function createNextNumber(database: DatabaseSync): () => number | null {
	const next = database.prepare(`
		SELECT CAST(value AS INTEGER) + 1 AS number FROM settings
		WHERE key = 'highest-event' AND CAST(value AS INTEGER) > coalesce((SELECT max(id) FROM events), 0)
	`);
	return () => {
		const number = next.get()?.["number"];
		return typeof number === "number" ? number : null;
	};
}
