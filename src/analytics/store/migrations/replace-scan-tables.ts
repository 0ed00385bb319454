import type { Migration } from "./migration.ts";

/** Questions read columns: the tables and triggers that served scans of rows are dropped. */
export const replaceScanTables: Migration = {
	title: "Replace the tables for scans by stamps of days",
	run: (database) => {
		database.exec(`
			DROP TRIGGER events_seen;
			DROP TRIGGER events_unseen;
			DROP TABLE sightings;
			DROP TABLE property_days;
			DROP INDEX sessions_past_midnight;
			CREATE TABLE day_stamps (day INTEGER PRIMARY KEY, stamp INTEGER NOT NULL) STRICT;
		`);
	},
};
