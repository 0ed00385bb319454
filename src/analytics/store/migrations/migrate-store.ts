import type { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "../../errors.ts";
import { isInUse } from "../database/is-in-use.ts";
import { inTransaction } from "../database/transaction.ts";
import { ensureRoom } from "./ensure-room.ts";
import type { Migration, ReportPart } from "./migration.ts";
import { FIRST_VERSION, MIGRATIONS } from "./migrations.ts";
import { readSchemaVersion } from "./schema-version.ts";
import { copyOfVersion, saveCopy } from "./store-copies.ts";

export interface MigrationOptions {
	/** Receives sentences about the progress, for the log. */
	readonly report: (sentence: string) => void;
	/** Whether the store is copied first, beside itself. */
	readonly copies: boolean;
	/** From version 17 of the schema on. */
	readonly migrations?: readonly Migration[];
}

/**
 * Changes a store of an earlier version of the schema into one of the current version, in place.
 *
 * @throws {ConfigurationError} When another process uses the store, or the disk has no room for the copy.
 */
export function migrateStore(
	database: DatabaseSync,
	path: string,
	{ report, copies, migrations = MIGRATIONS }: MigrationOptions,
): void {
	const version = readSchemaVersion(database);
	const steps = migrations.slice(version - FIRST_VERSION);
	if (steps.length === 0) return;
	if (isInUse(database)) {
		// An older version of the service would write rows of the old schema.
		throw new ConfigurationError([
			`Another process uses "${path}": stop the older analytics service before this version migrates the store`,
		]);
	}
	database.exec("PRAGMA journal_mode = WAL");
	ensureRoom(database, path);
	if (copies) {
		report(`Copying the store to "${copyOfVersion(path, version)}" before its migration`);
		saveCopy(database, path, version);
	}
	// Enforced foreign keys would delete rows of other tables when a table is replaced.
	database.exec("PRAGMA foreign_keys = OFF");
	for (const [index, step] of steps.entries()) {
		const to = version + index + 1;
		report(`Migrating the store to version ${to} of the schema: ${step.title}`);
		inTransaction(database, () => {
			const before = countRows(database);
			step.run(database, reportAtIntervals(to, report));
			ensureComplete(database, before);
			database.exec(`PRAGMA user_version = ${to}`);
		});
	}
	database.exec("PRAGMA foreign_keys = ON; PRAGMA wal_checkpoint(TRUNCATE)");
	report(`The store has version ${version + steps.length} of the schema`);
}

/** Tables whose rows no migration may lose: everything else can be made again from them. */
const TABLES = [
	...["settings", "events", "persons", "groups", "documents", "document_history"],
	...["users", "api_keys", "changes", "marks"],
] as const;

function countRows(database: DatabaseSync): ReadonlyMap<string, number> {
	return new Map(
		TABLES.map((name) => {
			const row = database.prepare(`SELECT count(*) AS rows FROM ${name}`).get();
			return [name, Number(row?.["rows"])];
		}),
	);
}

/** @throws {Error} When rows are gone, or point to rows that are gone. */
function ensureComplete(database: DatabaseSync, before: ReadonlyMap<string, number>): void {
	for (const [name, rows] of countRows(database)) {
		const expected = before.get(name) ?? 0;
		if (rows < expected) {
			throw new Error(`The migration must not lose rows of "${name}": ${expected} became ${rows}`);
		}
	}
	const orphan = database.prepare("PRAGMA foreign_key_check").get();
	if (orphan === undefined) return;
	throw new Error(
		`The migration left rows of "${orphan["table"]}" without rows of "${orphan["parent"]}"`,
	);
}

const REPORT_EVERY_MS = 5_000;

function reportAtIntervals(to: number, report: MigrationOptions["report"]): ReportPart {
	let reportedAt = performance.now();
	return (done, total) => {
		if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
		reportedAt = performance.now();
		report(
			`Migrating the store to version ${to} of the schema: ${Math.floor((100 * done) / total)} %`,
		);
	};
}
