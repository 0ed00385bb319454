import type { DatabaseSync } from "node:sqlite";

/**
 * SQLite reuses the number of the newest row after its deletion. A number that was shipped
 * must not return as another event.
 *
 * @returns The number that the next event must get, or `null` when SQLite may choose.
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
