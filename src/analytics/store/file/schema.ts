/** One step from a schema version to the next. Steps are only ever appended. */
export interface Migration {
	readonly version: number;
	readonly sql: string;
}

/**
 * Every schema version in order. Bulk comes first in an event's life, so events are narrow:
 * repeated text is a number in `strings`, a UUID is sixteen bytes, and properties are compressed
 * (see `property-column.ts`).
 *
 * Times are milliseconds since the Unix epoch; buckets are quarters of an hour, days or months (UTC).
 */
export const MIGRATIONS: readonly Migration[] = [
	{
		version: 1,
		sql: `
			CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
			CREATE TABLE salts (day INTEGER PRIMARY KEY, salt BLOB NOT NULL) STRICT;
			CREATE TABLE strings (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

			CREATE TABLE events (
				id INTEGER PRIMARY KEY,
				uuid BLOB NOT NULL UNIQUE,
				timestamp INTEGER NOT NULL,
				received_at INTEGER NOT NULL,
				name INTEGER NOT NULL,
				distinct_id ANY NOT NULL,
				session INTEGER,
				bot INTEGER,
				template INTEGER NOT NULL,
				property_values TEXT NOT NULL,
				person_change TEXT
			) STRICT;
			CREATE INDEX events_by_time ON events (timestamp);
			CREATE INDEX events_by_distinct_id ON events (distinct_id);

			CREATE TABLE sessions (
				id INTEGER PRIMARY KEY,
				started_at INTEGER NOT NULL,
				ended_at INTEGER NOT NULL,
				views INTEGER NOT NULL,
				events INTEGER NOT NULL,
				entry_page INTEGER,
				exit_page INTEGER,
				traits TEXT NOT NULL
			) STRICT;
			CREATE INDEX sessions_by_time ON sessions (started_at);

			CREATE TABLE visitor_days (
				visitor BLOB NOT NULL,
				day INTEGER NOT NULL,
				written_day INTEGER NOT NULL,
				seen TEXT NOT NULL,
				sessions TEXT NOT NULL,
				PRIMARY KEY (visitor, day)
			) STRICT, WITHOUT ROWID;
			CREATE INDEX visitor_days_by_written_day ON visitor_days (written_day);

			CREATE TABLE roll_ups (
				period INTEGER NOT NULL,
				dimension INTEGER NOT NULL,
				bucket INTEGER NOT NULL,
				value INTEGER NOT NULL,
				views INTEGER NOT NULL,
				visitors INTEGER NOT NULL,
				sessions INTEGER NOT NULL,
				bounces INTEGER NOT NULL,
				duration_ms INTEGER NOT NULL,
				PRIMARY KEY (period, dimension, bucket, value)
			) STRICT, WITHOUT ROWID;

			CREATE TABLE persons (
				id INTEGER PRIMARY KEY,
				uuid TEXT NOT NULL UNIQUE,
				created_at INTEGER NOT NULL,
				is_identified INTEGER NOT NULL,
				properties TEXT NOT NULL
			) STRICT;
			CREATE TABLE person_distinct_ids (
				distinct_id TEXT PRIMARY KEY,
				person INTEGER NOT NULL REFERENCES persons (id)
			) STRICT, WITHOUT ROWID;
			CREATE INDEX person_distinct_ids_by_person ON person_distinct_ids (person);

			CREATE TABLE group_types (
				type_index INTEGER PRIMARY KEY,
				name TEXT NOT NULL UNIQUE
			) STRICT;
			CREATE TABLE groups (
				type_index INTEGER NOT NULL,
				group_key TEXT NOT NULL,
				created_at INTEGER NOT NULL,
				properties TEXT NOT NULL,
				PRIMARY KEY (type_index, group_key)
			) STRICT, WITHOUT ROWID;

			CREATE TABLE documents (
				id INTEGER PRIMARY KEY AUTOINCREMENT,
				kind TEXT NOT NULL,
				key TEXT NOT NULL,
				version INTEGER NOT NULL,
				created_at INTEGER NOT NULL,
				updated_at INTEGER NOT NULL,
				body TEXT NOT NULL,
				UNIQUE (kind, key)
			) STRICT;
			CREATE TABLE document_history (
				id INTEGER PRIMARY KEY,
				kind TEXT NOT NULL,
				key TEXT NOT NULL,
				version INTEGER NOT NULL,
				changed_at INTEGER NOT NULL,
				body TEXT
			) STRICT;
			CREATE INDEX document_history_by_key ON document_history (kind, key);

			CREATE TABLE api_keys (
				id INTEGER PRIMARY KEY,
				name TEXT NOT NULL,
				hash TEXT NOT NULL UNIQUE,
				created_at INTEGER NOT NULL
			) STRICT;
		`,
	},
	{
		// What filters and time zones need: the numbers of page and status beside the event, all
		// that a count of views reads in one index, which sessions are one visitor's, and quarters
		// of an hour, of which the days of every time zone consist.
		version: 2,
		sql: `
			ALTER TABLE events ADD COLUMN page INTEGER;
			ALTER TABLE events ADD COLUMN status INTEGER;
			DROP INDEX events_by_time;
			CREATE INDEX events_by_time ON events (timestamp, id, name, session, page, status);

			ALTER TABLE sessions ADD COLUMN visitor INTEGER;
			UPDATE sessions SET visitor = id;
			UPDATE sessions SET visitor = known.visitor FROM (
				SELECT each.value AS session, json_extract(visitor_days.sessions, '$[0]') AS visitor
				FROM visitor_days, json_each(visitor_days.sessions) AS each
			) AS known WHERE known.session = sessions.id;

			INSERT INTO roll_ups
				SELECT 3, dimension, bucket * 4, value, views, visitors, sessions, bounces, duration_ms
				FROM roll_ups WHERE period = 0;
			DELETE FROM roll_ups WHERE period = 0;

			ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;
			CREATE TABLE sign_ins (
				hash TEXT PRIMARY KEY,
				signed_in_at INTEGER NOT NULL,
				last_seen_at INTEGER NOT NULL
			) STRICT, WITHOUT ROWID;
		`,
	},
	{
		// Bots are counted apart. They are few: what an index finds is taken less those of this one.
		version: 3,
		sql: `
			CREATE INDEX events_of_bots ON events (timestamp, name, bot) WHERE bot IS NOT NULL;
		`,
	},
	{
		// Large batches are durable as they are, before they take their places among the events.
		version: 4,
		sql: `
			CREATE TABLE staged_events (
				id INTEGER PRIMARY KEY,
				count INTEGER NOT NULL,
				events TEXT NOT NULL,
				is_set_aside INTEGER NOT NULL DEFAULT 0
			) STRICT;
		`,
	},
	{
		// Of the largest batches, most is durable before it has passed the steps: sealed with a key of the day's salt.
		version: 5,
		sql: `
			ALTER TABLE staged_events RENAME TO staged_events_before;
			CREATE TABLE staged_events (
				id INTEGER PRIMARY KEY,
				count INTEGER NOT NULL,
				events TEXT,
				sealed BLOB,
				sealed_day INTEGER,
				is_set_aside INTEGER NOT NULL DEFAULT 0,
				CHECK ((events IS NULL) = (sealed IS NOT NULL)),
				CHECK ((sealed IS NULL) = (sealed_day IS NULL))
			) STRICT;
			INSERT INTO staged_events (id, count, events, is_set_aside)
				SELECT id, count, events, is_set_aside FROM staged_events_before;
			DROP TABLE staged_events_before;
		`,
	},
	{
		// Nothing is staged any more. `fold-staged.ts` writes what version 5 left, and drops the table.
		version: 6,
		sql: "ALTER TABLE staged_events RENAME TO events_of_version_5;",
	},
	{
		// The days of visitors say with which event each session began, and when its first and its
		// last page were viewed; what they were counted for follows from that.
		version: 7,
		sql: `
			UPDATE visitor_days SET
				seen = (
					SELECT json_group_array(mark.value / 32) FROM json_each(visitor_days.seen) AS mark
					WHERE mark.value % 32 = 2
				),
				sessions = (
					SELECT json_group_array(json_array(
						sessions.id, '',
						json_array(sessions.started_at, ''), json_array(sessions.ended_at, '')
					))
					FROM json_each(visitor_days.sessions) AS each
					JOIN sessions ON sessions.id = each.value
				);
		`,
	},
	{
		// Times that cannot be: of the years before 2000, or later than any event was received. They
		// made “All time” unreadable. Their events are put to the time of arrival, as one that comes now.
		version: 8,
		sql: `
			CREATE TEMP TABLE plausible AS SELECT
				10957 AS first_day,
				coalesce((SELECT max(received_at) FROM events), 253402300799999) / 86400000 + 1 AS last_day;
			DELETE FROM roll_ups WHERE period = 1 AND
				bucket NOT BETWEEN (SELECT first_day FROM plausible) AND (SELECT last_day FROM plausible);
			DELETE FROM roll_ups WHERE period = 3 AND
				bucket / 96.0 NOT BETWEEN (SELECT first_day FROM plausible) AND (SELECT last_day + 1 FROM plausible);
			DELETE FROM roll_ups WHERE period = 2;
			INSERT INTO roll_ups
				SELECT 2, dimension,
					strftime('%Y', bucket * 86400, 'unixepoch') * 12 + strftime('%m', bucket * 86400, 'unixepoch') - 1
						AS month,
					value, sum(views), sum(visitors), sum(sessions), sum(bounces), sum(duration_ms)
				FROM roll_ups WHERE period = 1 GROUP BY dimension, month, value;
			DELETE FROM visitor_days WHERE
				day NOT BETWEEN (SELECT first_day FROM plausible) AND (SELECT last_day FROM plausible);
			DELETE FROM sessions WHERE
				started_at < 946684800000 OR started_at >= (SELECT last_day + 1 FROM plausible) * 86400000;
			UPDATE events SET timestamp = received_at, session = NULL WHERE
				timestamp < 946684800000 OR timestamp >= (SELECT last_day + 1 FROM plausible) * 86400000;
			DROP TABLE plausible;
		`,
	},
	{
		// Properties are one column of their event's own, so that nothing outlives it; `repack-events.ts`
		// moves the rows. Names count the events that have them, and groups know their members.
		version: 9,
		sql: `
			DROP INDEX events_by_time;
			DROP INDEX events_by_distinct_id;
			DROP INDEX events_of_bots;
			ALTER TABLE events RENAME TO events_of_version_8;
			CREATE TABLE events (
				id INTEGER PRIMARY KEY,
				uuid BLOB NOT NULL UNIQUE,
				timestamp INTEGER NOT NULL,
				received_at INTEGER NOT NULL,
				name INTEGER NOT NULL,
				distinct_id ANY NOT NULL,
				session INTEGER,
				bot INTEGER,
				properties BLOB NOT NULL,
				person_change TEXT,
				page INTEGER,
				status INTEGER
			) STRICT;
			CREATE INDEX events_by_time ON events (timestamp, id, name, session, page, status);
			CREATE INDEX events_by_distinct_id ON events (distinct_id);
			CREATE INDEX events_of_bots ON events (timestamp, name, bot) WHERE bot IS NOT NULL;

			ALTER TABLE strings ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
			CREATE INDEX roll_ups_by_value ON roll_ups (value) WHERE period = 2;

			CREATE TABLE group_members (
				type_index INTEGER NOT NULL,
				group_key TEXT NOT NULL,
				distinct_id ANY NOT NULL,
				last_event_at INTEGER NOT NULL,
				PRIMARY KEY (type_index, group_key, distinct_id)
			) STRICT, WITHOUT ROWID;
			CREATE INDEX group_members_by_distinct_id ON group_members (distinct_id);
			CREATE INDEX group_members_by_time ON group_members (last_event_at);
		`,
	},
	{
		// What happened to the site, to be seen on the axis of every picture.
		version: 10,
		sql: `
			CREATE TABLE marks (
				id INTEGER PRIMARY KEY,
				at INTEGER NOT NULL,
				kind TEXT NOT NULL,
				label TEXT NOT NULL,
				key TEXT
			) STRICT;
			CREATE INDEX marks_by_time ON marks (at, id);
		`,
	},
	{
		// Messages to webhooks: what waits for an attempt, and what became of the others.
		version: 11,
		sql: `
			CREATE TABLE deliveries (
				id TEXT PRIMARY KEY,
				alert TEXT NOT NULL,
				url TEXT NOT NULL,
				body TEXT NOT NULL,
				made_at INTEGER NOT NULL,
				attempts INTEGER NOT NULL DEFAULT 0,
				next_attempt_at INTEGER,
				outcome TEXT
			) STRICT;
			CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
		`,
	},
	{
		// Which properties the events of a day (UTC) may have; see `property-days.ts`.
		version: 12,
		sql: `
			CREATE TABLE property_days (day INTEGER PRIMARY KEY, filter BLOB NOT NULL) STRICT;
			-- Each day that has events already: anything may be in them.
			INSERT INTO property_days WITH RECURSIVE days (day) AS (
				SELECT min(timestamp) / 86400000 FROM events
				UNION ALL
				SELECT (SELECT min(timestamp) FROM events WHERE timestamp >= (day + 1) * 86400000) / 86400000
					FROM days WHERE day IS NOT NULL
			)
			SELECT day, x'' FROM days WHERE day IS NOT NULL;
		`,
	},
];
