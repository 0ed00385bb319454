import { existsSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { copyStore } from "./copy-store.ts";
import type { Migration } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Brings the file to the newest schema, all steps in one transaction, with a copy of the
 * file beside it first.
 *
 * @param log Told what takes its time.
 * @returns The schema version that the file has now.
 * @throws {Error} When the file was written by a newer version than this one.
 */
export function runMigrations(
	database: DatabaseSync,
	migrations: readonly Migration[],
	path: string,
	log: (message: string) => void = () => undefined,
): number {
	const current = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
	const newest = migrations.at(-1)?.version ?? 0;
	if (current > newest) {
		throw new Error(
			`The schema of "${path}" must be at most version ${newest}: current version is ${current}`,
		);
	}
	const due = migrations.filter(({ version }) => version > current);
	if (due.length === 0) return current;
	if (current > 0) {
		const backupPath = `${path}.before-version-${newest}`;
		log(
			`Bringing the file to version ${newest} of its schema; it is copied to "${backupPath}" first`,
		);
		backUp(database, backupPath);
	}
	inTransaction(database, () => {
		for (const { version, sql } of due) {
			database.exec(sql);
			database.exec(`PRAGMA user_version = ${version}`);
		}
	});
	return newest;
}

function backUp(database: DatabaseSync, backupPath: string): void {
	if (existsSync(backupPath)) rmSync(backupPath);
	copyStore(database, backupPath);
}
