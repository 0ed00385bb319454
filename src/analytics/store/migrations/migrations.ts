import type { DatabaseSync } from "node:sqlite";
import { replaceScanTables } from "./replace-scan-tables.ts";

/** Changes a store of one version of the schema into a store of the next version. */
export interface Migration {
	/** What it changes, for the log: such as "Drop the table of sightings". */
	readonly title: string;
	/**
	 * Runs in the transaction that also sets the new version, with foreign keys unchecked until its end: after
	 * a crash, the store is in the old version or in the new one.
	 *
	 * @param report Called between parts of long work, as often as convenient.
	 */
	readonly run: (database: DatabaseSync, report: ReportPart) => void;
}

export type ReportPart = (done: number, total: number) => void;

/** The oldest version of the schema that can be migrated. */
export const FIRST_VERSION = 17;

/** The first entry leads from version 17 to 18, the next one to 19. A released entry never changes. */
export const MIGRATIONS: readonly Migration[] = [replaceScanTables];

/** The version that {@link MIGRATIONS} lead to. The tables of a new store have it, too. */
export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length;
