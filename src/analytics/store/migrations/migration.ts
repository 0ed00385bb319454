import type { DatabaseSync } from "node:sqlite";

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
