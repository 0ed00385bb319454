import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../database/transaction.ts";
import { createSettings } from "../settings/settings.ts";
import { hasShippingLog } from "./note-erasure.ts";

/** A stretch of the queue that is sent as one: its bounds are written down before. */
export interface ShippedBlock {
	readonly first: number;
	readonly last: number;
	/** Made of the bounds, and of the first event: numbers can be given again to a restored file. */
	readonly token: string;
}

export interface DuePersonId {
	readonly sequence: number;
	readonly distinctId: string;
	/** Number of the person; 0: the person is gone. */
	readonly person: number;
}

export interface DueErasure {
	readonly sequence: number;
	readonly distinctId: string;
	/** Events up to this number go. */
	readonly lastNumber: number;
}

/** A session of which something has changed since its first events were read. */
export interface DueSession {
	readonly sequence: number;
	readonly session: number;
}

/** Sessions that are sent again as one. */
export interface ShippedSessions {
	readonly lastSequence: number;
	readonly token: string;
}

/** Records which events another store has, and which changes it still needs. */
export interface ShippingLog {
	/** Number of the last event that the other store has. */
	readonly shippedTo: () => number;
	/** The block that was begun and not acknowledged. */
	readonly pending: () => ShippedBlock | undefined;
	readonly begin: (block: ShippedBlock) => void;
	readonly acknowledge: (block: ShippedBlock) => void;
	/** Forgets what the other store has been sent. */
	readonly startOver: () => void;
	/** Whether the other store has once had everything. */
	readonly isComplete: () => boolean;
	readonly setComplete: () => void;
	/** How many events wait, at most; those that were erased count too. */
	readonly waiting: () => number;
	/** When the oldest event that waits was received, in milliseconds since the Unix epoch. */
	readonly waitingSince: () => number | undefined;
	readonly duePersonIds: (limit: number) => readonly DuePersonId[];
	readonly forgetPersonIds: (ids: readonly DuePersonId[]) => void;
	readonly dueSessions: (limit: number) => readonly DueSession[];
	/** Those that were begun and not acknowledged. */
	readonly pendingSessions: () => ShippedSessions | undefined;
	readonly beginSessions: (sessions: ShippedSessions) => void;
	readonly acknowledgeSessions: (sessions: ShippedSessions) => void;
	readonly dueErasures: (limit: number) => readonly DueErasure[];
	readonly forgetErasures: (erasures: readonly DueErasure[]) => void;
}

const KEYS = {
	shippedTo: "shipped-to",
	pending: "shipping-block",
	pendingSessions: "shipping-sessions",
	complete: "shipping-is-complete",
} as const;

/**
 * Creates the tables and triggers that a second store needs. They stay in the file:
 * they record persons, changed sessions and erasures, with or without a ClickHouse.
 */
export function openShippingLog(database: DatabaseSync): ShippingLog {
	inTransaction(database, () => prepareFile(database));
	const settings = createSettings(database);
	const statements = prepareStatements(database);
	const shippedTo = (): number => Number(settings.get(KEYS.shippedTo) ?? 0);
	const numberIn = (row: Record<string, unknown> | undefined): number =>
		Number(row?.["number"] ?? 0);
	const begun = <Begun>(key: string): Begun | undefined => {
		const text = settings.get(key);
		// Written below, from that type.
		return text === undefined ? undefined : (JSON.parse(text) as Begun);
	};
	return {
		shippedTo,
		pending: () => begun<ShippedBlock>(KEYS.pending),
		begin: (block) => settings.set(KEYS.pending, JSON.stringify(block)),
		acknowledge: ({ last }) =>
			inTransaction(database, () => {
				settings.set(KEYS.shippedTo, String(last));
				settings.delete(KEYS.pending);
			}),
		startOver: () =>
			inTransaction(database, () => {
				for (const key of Object.values(KEYS)) settings.delete(key);
				statements.allPersonIds.run();
			}),
		isComplete: () => settings.get(KEYS.complete) !== undefined,
		setComplete: () => settings.set(KEYS.complete, "1"),
		waiting: () => Math.max(0, numberIn(statements.last.get()) - shippedTo()),
		waitingSince: () => {
			const at = statements.oldest.get(shippedTo())?.["received_at"];
			return typeof at === "number" ? at : undefined;
		},
		duePersonIds: (limit) =>
			statements.personIds.all(limit).map((row) => ({
				sequence: Number(row["sequence"]),
				distinctId: String(row["distinct_id"]),
				person: Number(row["person"]),
			})),
		forgetPersonIds: (ids) => forget(statements.forgetPersonIds, ids),
		dueSessions: (limit) =>
			statements.sessions.all(limit).map((row) => ({
				sequence: Number(row["sequence"]),
				session: Number(row["session"]),
			})),
		pendingSessions: () => begun<ShippedSessions>(KEYS.pendingSessions),
		beginSessions: (sessions) => settings.set(KEYS.pendingSessions, JSON.stringify(sessions)),
		acknowledgeSessions: ({ lastSequence }) =>
			inTransaction(database, () => {
				statements.forgetSessions.run(lastSequence);
				settings.delete(KEYS.pendingSessions);
			}),
		dueErasures: (limit) =>
			statements.erasures.all(limit).map((row) => ({
				sequence: Number(row["sequence"]),
				distinctId: String(row["distinct_id"]),
				lastNumber: Number(row["last_number"]),
			})),
		forgetErasures: (erasures) => forget(statements.forgetErasures, erasures),
	};
}

function forget(
	statement: { readonly run: (last: number) => unknown },
	list: readonly { readonly sequence: number }[],
): void {
	const last = list.at(-1)?.sequence;
	if (last !== undefined) statement.run(last);
}

function prepareFile(database: DatabaseSync): void {
	if (hasShippingLog(database)) return;
	const note = (event: string, id: string): string => `
		CREATE TRIGGER person_id_${event.toLowerCase()}d AFTER ${event} ON person_distinct_ids BEGIN
			DELETE FROM due_person_ids WHERE distinct_id = ${id};
			INSERT INTO due_person_ids (distinct_id) VALUES (${id});
		END;
	`;
	database.exec(`
		CREATE TABLE due_person_ids (
			sequence INTEGER PRIMARY KEY AUTOINCREMENT, distinct_id TEXT NOT NULL UNIQUE
		) STRICT;
		INSERT INTO due_person_ids (distinct_id) SELECT distinct_id FROM person_distinct_ids;
		${note("INSERT", "new.distinct_id")}
		${note("UPDATE", "new.distinct_id")}
		${note("DELETE", "old.distinct_id")}
		CREATE TABLE due_erasures (
			sequence INTEGER PRIMARY KEY AUTOINCREMENT, distinct_id TEXT NOT NULL, last_number INTEGER NOT NULL
		) STRICT;
		CREATE TABLE due_sessions (
			sequence INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER NOT NULL UNIQUE
		) STRICT;
		CREATE TRIGGER session_changed AFTER UPDATE OF started_at, entry_page, traits, visitor ON sessions
		WHEN (new.started_at, new.entry_page, new.traits, new.visitor)
			IS NOT (old.started_at, old.entry_page, old.traits, old.visitor) BEGIN
			DELETE FROM due_sessions WHERE session = new.id;
			INSERT INTO due_sessions (session) VALUES (new.id);
		END;
		CREATE TRIGGER event_changed_session AFTER UPDATE OF session ON events BEGIN
			DELETE FROM due_sessions WHERE session = new.session;
			INSERT INTO due_sessions (session) VALUES (new.session);
		END;
		CREATE TRIGGER newest_event_deleted AFTER DELETE ON events
		WHEN old.id > coalesce((SELECT max(id) FROM events), 0) BEGIN
			INSERT INTO settings (key, value) VALUES ('highest-event', old.id)
			ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), old.id);
		END;
	`);
}

function prepareStatements(database: DatabaseSync) {
	return {
		last: database.prepare("SELECT max(id) AS number FROM events"),
		oldest: database.prepare("SELECT received_at FROM events WHERE id > ? ORDER BY id LIMIT 1"),
		personIds: database.prepare(`
			SELECT due.sequence, due.distinct_id, coalesce(known.person, 0) AS person
			FROM due_person_ids due LEFT JOIN person_distinct_ids known USING (distinct_id)
			ORDER BY due.sequence LIMIT ?
		`),
		allPersonIds: database.prepare(`
			INSERT OR IGNORE INTO due_person_ids (distinct_id) SELECT distinct_id FROM person_distinct_ids
		`),
		forgetPersonIds: database.prepare("DELETE FROM due_person_ids WHERE sequence <= ?"),
		sessions: database.prepare("SELECT * FROM due_sessions ORDER BY sequence LIMIT ?"),
		forgetSessions: database.prepare("DELETE FROM due_sessions WHERE sequence <= ?"),
		erasures: database.prepare("SELECT * FROM due_erasures ORDER BY sequence LIMIT ?"),
		forgetErasures: database.prepare("DELETE FROM due_erasures WHERE sequence <= ?"),
	};
}
