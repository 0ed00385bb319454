import { DatabaseSync } from "node:sqlite";

/**
 * Writes one state of the store into a file that is not there yet, while others go on writing.
 * The copy has no salts: they must not outlive two days, and nobody would think of deleting
 * them from a backup. Nor has it what is sealed with them, which nobody could read there.
 */
export function copyStore(database: DatabaseSync, path: string): void {
	database.prepare("VACUUM INTO ?").run(path);
	const copy = new DatabaseSync(path);
	copy.exec("PRAGMA secure_delete = ON; DELETE FROM salts;");
	if (knowsSealed(copy)) copy.exec("DELETE FROM staged_events WHERE sealed IS NOT NULL");
	copy.close();
}

/** Whether acknowledged events wait in a form that only the service can read. */
export function hasSealed(database: DatabaseSync): boolean {
	if (!knowsSealed(database)) return false;
	const select = "SELECT 1 FROM staged_events WHERE sealed IS NOT NULL AND is_set_aside = 0";
	return database.prepare(select).get() !== undefined;
}

/** Files of older versions have nothing sealed. */
function knowsSealed(database: DatabaseSync): boolean {
	const columns = database.prepare("SELECT name FROM pragma_table_info('staged_events')").all();
	return columns.some(({ name }) => name === "sealed");
}
