import type { DatabaseSync } from "node:sqlite";
import type { Migration } from "./migration.ts";

/**
 * Sessions and totals are derived from events. The row of an event gets the number of its session and of its visitor on
 * that day, as they were, and the traits of its session.
 */
export const deriveSessions: Migration = {
	title: "Derive sessions and totals from events",
	run: (database, report) => {
		const steps = [createTables, numberVisits, replaceSessions, countTexts, stampDays, dropTotals];
		for (const [index, step] of steps.entries()) {
			report(index, steps.length);
			step(database);
		}
	},
};

function createTables(database: DatabaseSync): void {
	const totals = `
		period INTEGER NOT NULL, dimension INTEGER NOT NULL, bucket INTEGER NOT NULL,
		value INTEGER NOT NULL, views INTEGER NOT NULL, visitors INTEGER NOT NULL,
		sessions INTEGER NOT NULL, bounces INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
		PRIMARY KEY (period, dimension, bucket, value)
	`;
	database.exec(`
		CREATE TABLE trait_sets (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			traits TEXT NOT NULL UNIQUE,
			events INTEGER NOT NULL DEFAULT 0
		) STRICT;
		CREATE TABLE base_totals (${totals}) STRICT, WITHOUT ROWID;
		ALTER TABLE day_stamps ADD COLUMN totals_of INTEGER;
		ALTER TABLE day_stamps ADD COLUMN counted_to INTEGER;
		ALTER TABLE events ADD COLUMN visitor INTEGER;
		ALTER TABLE events ADD COLUMN traits INTEGER;
		INSERT INTO trait_sets (traits) SELECT '[]' UNION SELECT traits FROM sessions;
		CREATE TEMP TABLE visits (
			old INTEGER PRIMARY KEY, session INTEGER, visitor INTEGER, traits INTEGER
		);
		INSERT INTO visits SELECT s.id, s.id, coalesce(s.visitor, s.id), t.id
			FROM sessions s JOIN trait_sets t ON t.traits = s.traits;
	`);
}

/** Keys of visitors who can still send events get the number that the service derives from now on. */
function numberVisits(database: DatabaseSync): void {
	const days = database.prepare("SELECT visitor, sessions FROM visitor_days").all();
	const setClient = database.prepare("UPDATE visits SET session = ?, visitor = NULL WHERE old = ?");
	const setVisitor = database.prepare(
		"UPDATE visits SET session = NULL, visitor = ? WHERE old = ?",
	);
	for (const { visitor, sessions } of days) {
		// The service wrote a list of sessions: number, three other facts, and the client's session if it has one.
		const marks = JSON.parse(String(sessions)) as readonly (readonly unknown[] | string)[];
		for (const mark of marks) {
			if (typeof mark === "string") continue;
			const [number, , , , client] = mark;
			if (typeof client === "string") {
				setClient.run(numberOf(Buffer.from(client, "base64")), Number(number));
			} else if (visitor instanceof Uint8Array) {
				setVisitor.run(numberOf(Buffer.from(visitor)), Number(number));
			}
		}
	}
}

/** The number of a visitor's key in version 19: its first six bytes, from 1. */
function numberOf(key: Buffer): number {
	return (key.readUIntBE(0, 6) % (2 ** 47 - 1)) + 1;
}

function replaceSessions(database: DatabaseSync): void {
	database.exec(`
		DROP INDEX events_by_time;
		DROP TRIGGER IF EXISTS event_changed_session;
		UPDATE events SET session = v.session, visitor = v.visitor, traits = v.traits
			FROM visits v WHERE v.old = events.session;
		UPDATE events SET traits = (SELECT id FROM trait_sets WHERE traits = '[]')
			WHERE session IS NOT NULL AND traits IS NULL;
		DROP TABLE visits;
		DROP TABLE sessions;
		DROP TABLE visitor_days;
		DROP TABLE IF EXISTS due_sessions;
		CREATE INDEX events_by_time ON events
			(timestamp, id, name, session, visitor, traits, page, status, distinct_id);
	`);
}

function countTexts(database: DatabaseSync): void {
	database.exec(`
		UPDATE trait_sets SET events = counted.events FROM (
			SELECT traits, count(*) AS events FROM events WHERE traits IS NOT NULL GROUP BY traits
		) counted WHERE counted.traits = trait_sets.id;
		DELETE FROM trait_sets WHERE events = 0;
		UPDATE strings SET events = strings.events + counted.events FROM (
			SELECT text, sum(events) AS events FROM (
				SELECT page AS text, count(*) AS events FROM events GROUP BY page
				UNION ALL SELECT status, count(*) FROM events GROUP BY status
				UNION ALL SELECT value, count(*) FROM trait_sets, json_each(traits) GROUP BY value
			) WHERE text IS NOT NULL GROUP BY text
		) counted WHERE counted.text = strings.id;
	`);
}

/** Whole days (UTC) since the Unix epoch, also before it. */
const DAY = "CAST(floor(timestamp / 86400000.0) AS INTEGER)";

function stampDays(database: DatabaseSync): void {
	database.exec(`
		INSERT INTO day_stamps (day, stamp)
			SELECT day, abs(random() % 140737488355327) + 1 FROM (SELECT DISTINCT ${DAY} AS day FROM events)
			WHERE true ON CONFLICT DO NOTHING;
		-- Totals of events that retention has deleted, and imported totals, stay as they are.
		UPDATE day_stamps SET counted_to = (SELECT max(id) FROM events) WHERE day < coalesce(
			(SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'events-deleted-before'), 0
		) / 86400000.0 OR day IN (
			SELECT counted.day FROM (
				SELECT ${DAY} AS day, sum(traits IS NOT NULL AND name IN (
					SELECT id FROM strings WHERE text IN ('$pageview', '$screen')
				)) AS views FROM events GROUP BY 1
			) counted JOIN roll_ups r ON r.period = 1 AND r.dimension = 0 AND r.bucket = counted.day
			WHERE r.views > counted.views
		);
	`);
}

/** The totals of all other days are counted again, in the background. */
function dropTotals(database: DatabaseSync): void {
	database.exec(`
		CREATE TEMP TABLE due AS SELECT day FROM day_stamps WHERE counted_to IS NULL AND EXISTS (
			SELECT 1 FROM events
			WHERE timestamp >= day * 86400000 AND timestamp < (day + 1) * 86400000
		);
		DELETE FROM day_stamps WHERE counted_to IS NULL AND day NOT IN (SELECT day FROM due);
		DELETE FROM roll_ups WHERE period = 1 AND bucket IN (SELECT day FROM due);
		DELETE FROM roll_ups WHERE period = 3 AND bucket / 96 IN (SELECT day FROM due);
		DELETE FROM roll_ups WHERE period = 2;
		INSERT INTO roll_ups SELECT 2, dimension,
			strftime('%Y', bucket * 86400, 'unixepoch') * 12
				+ strftime('%m', bucket * 86400, 'unixepoch') - 1 AS month,
			value, sum(views), sum(visitors), sum(sessions), sum(bounces), sum(duration_ms)
			FROM roll_ups WHERE period = 1 GROUP BY dimension, month, value;
		DROP TABLE due;
	`);
}
