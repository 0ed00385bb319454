import type { DatabaseSync } from "node:sqlite";

/** @returns Whether events of this file were ever shipped to a second store. */
export function hasShippingLog(database: DatabaseSync): boolean {
	const sql = "SELECT 1 FROM sqlite_schema WHERE name = 'due_erasures'";
	return database.prepare(sql).get() !== undefined;
}

/** Only inside a transaction, before the events are deleted. */
export function noteErasure(database: DatabaseSync, distinctIds: readonly string[]): void {
	if (!hasShippingLog(database)) return;
	const insert = database.prepare(`
		INSERT INTO due_erasures (distinct_id, last_number)
		SELECT ?, max(
			coalesce((SELECT max(id) FROM events), 0),
			coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'highest-event'), 0)
		)
	`);
	for (const id of distinctIds) insert.run(id);
}
