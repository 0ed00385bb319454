import { DatabaseSync } from "node:sqlite";
import { makePrivate } from "./private-file.ts";

/**
 * Writes a snapshot of the store into a new file while others write. The copy has no salts: they must not
 * outlive two days, and backups are stored for longer.
 */
export function copyStore(database: DatabaseSync, path: string): void {
	makePrivate(path);
	database.prepare("VACUUM INTO ?").run(path);
	const copy = new DatabaseSync(path);
	copy.exec("PRAGMA secure_delete = ON; DELETE FROM salts;");
	copy.close();
}
