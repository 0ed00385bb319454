import type { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "../../errors.ts";
import { inTransaction } from "../database/transaction.ts";
import { type MigrationOptions, migrateStore } from "../migrations/migrate-store.ts";
import { SCHEMA_VERSION } from "../migrations/migrations.ts";
import { describeSchemaVersion, readSchemaVersion } from "../migrations/schema-version.ts";

/**
 * Creates the tables of a new file, and migrates those of an earlier version.
 *
 * @throws {ConfigurationError} When the version of the schema can be neither used nor migrated.
 */
export function prepareSchema(
	database: DatabaseSync,
	path: string,
	options: MigrationOptions,
): void {
	const version = readSchemaVersion(database);
	if (version > 0) {
		const problem = describeSchemaVersion(version, path);
		if (problem !== undefined) throw new ConfigurationError([problem]);
		migrateStore(database, path, options);
		return;
	}
	inTransaction(database, () => {
		database.exec(SCHEMA);
		database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
	});
}

/** Columns of `roll_ups` and of `base_totals`. The indent is part of the stored text, which a migration must equal. */
const TOTALS_COLUMNS = `period INTEGER NOT NULL,
		dimension INTEGER NOT NULL,
		bucket INTEGER NOT NULL,
		value INTEGER NOT NULL,
		views INTEGER NOT NULL,
		visitors INTEGER NOT NULL,
		sessions INTEGER NOT NULL,
		bounces INTEGER NOT NULL,
		duration_ms INTEGER NOT NULL,
		PRIMARY KEY (period, dimension, bucket, value)`;

/**
 * The tables of a new file, of version `SCHEMA_VERSION`. A change here needs a migration that leads to the same
 * tables.
 *
 * Events are most of the file, so their rows are narrow: a repeated text is a number in `strings`, a distinct
 * id is a number in `distinct_ids`, and a UUID is sixteen bytes.
 *
 * Times are milliseconds since the Unix epoch. Buckets are quarters of an hour, days, or months (UTC).
 */
const SCHEMA = `
	CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE salts (day INTEGER PRIMARY KEY, salt BLOB NOT NULL) STRICT;
	CREATE TABLE strings (
		id INTEGER PRIMARY KEY,
		text TEXT NOT NULL UNIQUE,
		-- How many events have the text as name, bot, page or status, and how many trait_sets have it.
		events INTEGER NOT NULL DEFAULT 0
	) STRICT;

	CREATE TABLE events (
		id INTEGER PRIMARY KEY,
		uuid BLOB NOT NULL UNIQUE,
		timestamp INTEGER NOT NULL,
		received_at INTEGER NOT NULL,
		name INTEGER NOT NULL,
		distinct_id INTEGER NOT NULL,
		-- Number of the client's session.
		session INTEGER,
		-- Number of the visitor on that day (UTC); NULL: the distinct id identifies the visitor.
		visitor INTEGER,
		-- Number in trait_sets; NULL outside of visits.
		traits INTEGER,
		bot INTEGER,
		page INTEGER,
		status INTEGER,
		person_change TEXT,
		-- The name of an event whose name has no number of its own.
		own_name TEXT,
		-- JSON. The longest column stands last: reading the others skips its pages.
		properties TEXT NOT NULL
	) STRICT;
	-- Has every column of sessions, views and people.
	CREATE INDEX events_by_time ON events
		(timestamp, id, name, session, visitor, traits, page, status, distinct_id);
	CREATE INDEX events_by_distinct_id ON events (distinct_id);
	-- A count by name subtracts these few rows from those of events_by_time.
	CREATE INDEX events_of_bots ON events (timestamp, name, bot) WHERE bot IS NOT NULL;
	-- Days (UTC) with events: see day-stamps.ts.
	CREATE TABLE day_stamps (
		day INTEGER PRIMARY KEY,
		-- Changes with the events of the day.
		stamp INTEGER NOT NULL,
		-- Key of the stamps from which the totals were made; NULL: roll_ups has no totals of these events.
		totals_of INTEGER,
		-- Number of the last event whose totals stay when retention deletes the event.
		counted_to INTEGER
	) STRICT;
	-- Combinations of traits: JSON lists of numbers of strings.
	CREATE TABLE trait_sets (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		traits TEXT NOT NULL UNIQUE,
		events INTEGER NOT NULL DEFAULT 0
	) STRICT;

	CREATE TABLE roll_ups (
		${TOTALS_COLUMNS}
	) STRICT, WITHOUT ROWID;
	CREATE INDEX roll_ups_by_value ON roll_ups (value) WHERE period = 2;
	-- Totals of days and quarters whose events are not stored, of days that also have stored events. They are part
	-- of roll_ups.
	CREATE TABLE base_totals (
		${TOTALS_COLUMNS}
	) STRICT, WITHOUT ROWID;

	CREATE TABLE persons (
		id INTEGER PRIMARY KEY,
		uuid TEXT NOT NULL UNIQUE,
		created_at INTEGER NOT NULL,
		is_identified INTEGER NOT NULL,
		properties TEXT NOT NULL
	) STRICT;
	-- Ids of events and of persons. A person has the number of the first of their ids.
	CREATE TABLE distinct_ids (
		id INTEGER PRIMARY KEY,
		text TEXT NOT NULL UNIQUE,
		person INTEGER REFERENCES persons (id)
	) STRICT;
	CREATE INDEX distinct_ids_by_person ON distinct_ids (person) WHERE person IS NOT NULL;
	-- Few beside all ids: a count of people takes any other id for its person's number.
	CREATE INDEX distinct_ids_of_others ON distinct_ids (id, person) WHERE person <> id;

	CREATE TABLE group_types (type_index INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
	CREATE TABLE groups (
		type_index INTEGER NOT NULL,
		group_key TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		properties TEXT NOT NULL,
		PRIMARY KEY (type_index, group_key)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE group_members (
		type_index INTEGER NOT NULL,
		group_key TEXT NOT NULL,
		distinct_id TEXT NOT NULL,
		last_event_at INTEGER NOT NULL,
		PRIMARY KEY (type_index, group_key, distinct_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX group_members_by_distinct_id ON group_members (distinct_id);
	CREATE INDEX group_members_by_time ON group_members (last_event_at);

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

	-- Accounts of the dashboard, and what follows from them: only the first project's file has any.
	CREATE TABLE users (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		mail TEXT NOT NULL UNIQUE,
		name TEXT NOT NULL,
		role TEXT NOT NULL,
		-- JSON list of ids; NULL for all projects.
		projects TEXT,
		-- Made by scrypt; NULL until the user has accepted the invitation.
		password TEXT,
		-- Hash of the token of an invitation.
		invitation TEXT,
		invited_until INTEGER
	) STRICT;
	INSERT INTO users (id, mail, name, role) VALUES (1, '', 'First admin', 'admin');
	CREATE TABLE api_keys (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		name TEXT NOT NULL,
		hash TEXT NOT NULL UNIQUE,
		-- NULL for the key of the environment.
		user INTEGER REFERENCES users (id) ON DELETE CASCADE,
		role TEXT NOT NULL,
		-- NULL for all projects of the user.
		project TEXT,
		created_at INTEGER NOT NULL,
		expires_at INTEGER,
		last_used_at INTEGER
	) STRICT;
	CREATE TABLE sign_ins (
		hash TEXT PRIMARY KEY,
		user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
		signed_in_at INTEGER NOT NULL,
		last_seen_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE changes (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		at INTEGER NOT NULL,
		who TEXT NOT NULL,
		what TEXT NOT NULL,
		target TEXT NOT NULL,
		project TEXT NOT NULL
	) STRICT;

	CREATE TABLE marks (
		id INTEGER PRIMARY KEY,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		label TEXT NOT NULL,
		key TEXT
	) STRICT;
	CREATE INDEX marks_by_time ON marks (at, id);

	-- Webhook messages: next_attempt_at is NULL once a message was delivered or given up.
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
`;
