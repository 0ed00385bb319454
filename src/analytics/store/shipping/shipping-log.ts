import type { DatabaseSync } from "node:sqlite";
import { numberOf } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import { createSettings } from "../settings/settings.ts";

/** A block of events that is sent as a whole. Its bounds are stored before it is sent. */
export interface ShippedBlock {
	readonly first: number;
	readonly last: number;
	/** Bounds and UUID of the first event. A restored file can reuse numbers, but not the UUID. */
	readonly token: string;
}

interface DuePersonId {
	readonly sequence: number;
	readonly distinctId: string;
	/** Number of the person; 0 if the person was deleted. */
	readonly person: number;
}

interface DueErasure {
	readonly sequence: number;
	readonly distinctId: string;
	/** Deletes events up to this number. */
	readonly lastNumber: number;
}

/** Records which events another store has, and which changes it still needs. */
export type ShippingLog = ReturnType<typeof openShippingLog>;

const KEYS = {
	shippedTo: "shipped-to",
	pending: "shipping-block",
	complete: "shipping-is-complete",
} as const;

/**
 * Creates the tables and triggers for a second store. They stay in the file and record persons and erasures, with or
 * without a ClickHouse.
 */
export function openShippingLog(database: DatabaseSync) {
	inTransaction(database, () => prepareFile(database));
	const settings = createSettings(database);
	const sql = database.createTagStore();
	const shippedTo = (): number => Number(settings.get(KEYS.shippedTo) ?? 0);
	const pending = (): ShippedBlock | undefined => {
		const text = settings.get(KEYS.pending);
		// `begin()` wrote it from this type.
		return text === undefined ? undefined : (JSON.parse(text) as ShippedBlock);
	};
	// The casts hold because the columns are named after the fields and typed by STRICT tables.
	return {
		/** Number of the last event that the other store has acknowledged. */
		shippedTo,
		/** The block that was started and not yet acknowledged. */
		pending,
		begin: (block: ShippedBlock): void => settings.set(KEYS.pending, JSON.stringify(block)),
		acknowledge: ({ last }: ShippedBlock): void =>
			inTransaction(database, () => {
				settings.set(KEYS.shippedTo, String(last));
				settings.delete(KEYS.pending);
			}),
		/** Resets the log, so that all events and person ids are sent again. */
		startOver: (): void =>
			inTransaction(database, () => {
				for (const key of Object.values(KEYS)) settings.delete(key);
				sql.run`
					INSERT OR IGNORE INTO due_person_ids (distinct_id)
					SELECT text FROM distinct_ids WHERE person IS NOT NULL
				`;
			}),
		/** Whether the other store was complete at least once. */
		isComplete: (): boolean => settings.get(KEYS.complete) !== undefined,
		setComplete: (): void => settings.set(KEYS.complete, "1"),
		/** Upper bound of the waiting events: erased ones count too. */
		waiting: (): number =>
			Math.max(0, Number(sql.get`SELECT max(id) AS last FROM events`?.["last"] ?? 0) - shippedTo()),
		/** Milliseconds since the Unix epoch when the oldest waiting event was received. */
		waitingSince: (): number | undefined =>
			numberOf(
				sql.get`
					SELECT received_at AS at FROM events WHERE id > ${shippedTo()} ORDER BY id LIMIT 1
				`?.["at"],
			),
		duePersonIds: (limit: number): readonly DuePersonId[] =>
			sql.all`
				SELECT due.sequence, due.distinct_id AS distinctId, coalesce(known.person, 0) AS person
				FROM due_person_ids due LEFT JOIN distinct_ids known ON known.text = due.distinct_id
				ORDER BY due.sequence LIMIT ${limit}
			` as unknown as readonly DuePersonId[],
		forgetPersonIds: (lastSequence: number): void => {
			sql.run`DELETE FROM due_person_ids WHERE sequence <= ${lastSequence}`;
		},
		dueErasures: (limit: number): readonly DueErasure[] =>
			sql.all`
				SELECT sequence, distinct_id AS distinctId, last_number AS lastNumber
				FROM due_erasures ORDER BY sequence LIMIT ${limit}
			` as unknown as readonly DueErasure[],
		forgetErasures: (lastSequence: number): void => {
			sql.run`DELETE FROM due_erasures WHERE sequence <= ${lastSequence}`;
		},
	};
}

function prepareFile(database: DatabaseSync): void {
	if (hasShippingLog(database)) return;
	const note = (event: string, row: string): string => `
		CREATE TRIGGER person_id_${event.toLowerCase()}d AFTER ${event} ON distinct_ids
		WHEN coalesce(${row}.person, new.person) IS NOT NULL BEGIN
			DELETE FROM due_person_ids WHERE distinct_id = ${row}.text;
			INSERT INTO due_person_ids (distinct_id) VALUES (${row}.text);
		END;
	`;
	database.exec(`
		CREATE TABLE due_person_ids (
			sequence INTEGER PRIMARY KEY AUTOINCREMENT, distinct_id TEXT NOT NULL UNIQUE
		) STRICT;
		INSERT INTO due_person_ids (distinct_id) SELECT text FROM distinct_ids WHERE person IS NOT NULL;
		${note("INSERT", "new")}
		${note("UPDATE", "old")}
		CREATE TABLE due_erasures (
			sequence INTEGER PRIMARY KEY AUTOINCREMENT, distinct_id TEXT NOT NULL, last_number INTEGER NOT NULL
		) STRICT;
		CREATE TRIGGER newest_event_deleted AFTER DELETE ON events
		WHEN old.id > coalesce((SELECT max(id) FROM events), 0) BEGIN
			INSERT INTO settings (key, value) VALUES ('highest-event', old.id)
			ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), old.id);
		END;
	`);
}

/** @returns Whether the tables for a second store exist. */
function hasShippingLog(database: DatabaseSync): boolean {
	const sql = "SELECT 1 FROM sqlite_schema WHERE name = 'due_erasures'";
	return database.prepare(sql).get() !== undefined;
}

/** Records an erasure for the second store. Only inside a transaction, before the events are deleted. */
export function noteErasure(database: DatabaseSync, distinctIds: readonly string[]): void {
	if (!hasShippingLog(database)) return;
	const insert = database.prepare(`
		INSERT INTO due_erasures (distinct_id, last_number)
		SELECT ?, max(
			coalesce((SELECT max(id) FROM events), 0),
			coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'highest-event'), 0)
		)
	`);
	for (const id of distinctIds) insert.run(id);
}
