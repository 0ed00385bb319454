import type { SQLInputValue } from "node:sqlite";
import { numberOf, readUuid, storedUuid } from "../database/stored-id.ts";
import { createTraitReader, type TraitNumbers } from "../dictionary/trait-sets.ts";
import type { PersonChange, Properties } from "../new-event.ts";
import type { StoreParts } from "../store-parts.ts";
import { parseProperties } from "./parse-properties.ts";

/** Reads stored events. */
export type EventReader = ReturnType<typeof createEventReader>;

export interface EventQuery {
	/** Milliseconds since the Unix epoch, by the time the event happened. */
	readonly from: number;
	/** Exclusive. */
	readonly to: number;
	readonly order: "oldest-first" | "newest-first";
	readonly limit: number;
	/** Continues after this event. */
	readonly after?: EventCursor | undefined;
	readonly event?: string | undefined;
	/** Only events of these distinct ids, such as all ids of one person. */
	readonly distinctIds?: readonly string[] | undefined;
}

/** Position of an event in the order of time. */
export interface EventCursor {
	readonly timestamp: number;
	readonly id: number;
}

export interface StoredEvent extends EventCursor {
	readonly uuid: string;
	readonly event: string;
	readonly distinctId: string;
	readonly personUuid: string;
	readonly receivedAt: number;
	/** Number of the client's session. */
	readonly session: number | undefined;
	/** Number of the visitor on that day; absent: the distinct id identifies the visitor. */
	readonly visitor: number | undefined;
	/** Numbers of `strings` of the event's visit; absent outside of visits. */
	readonly visit:
		| {
				readonly page: number | undefined;
				readonly status: number | undefined;
				readonly traits: TraitNumbers;
		  }
		| undefined;
	readonly bot: string | undefined;
	readonly properties: Properties;
	readonly personChange: PersonChange | undefined;
}

type ReaderParts = Pick<StoreParts, "database" | "strings" | "persons">;

export function createEventReader({ database, strings, persons }: ReaderParts) {
	const sql = database.createTagStore();
	const byUuid = database.prepare(`${EVENTS} WHERE uuid = ?`);
	const newer = database.prepare(`${EVENTS} WHERE id > ? ORDER BY id LIMIT ?`);
	const traitsOf = createTraitReader(database);
	const readEvent = (row: Record<string, unknown>): StoredEvent => {
		const distinctId = String(row["id_text"]);
		const { bot, traits, person_change: change, own_name: ownName } = row;
		return {
			uuid: readUuid(row["uuid"]),
			distinctId,
			id: Number(row["id"]),
			event: ownName === null ? strings.textOf(Number(row["name"])) : String(ownName),
			personUuid: persons.uuidOf(distinctId),
			timestamp: Number(row["timestamp"]),
			receivedAt: Number(row["received_at"]),
			session: numberOf(row["session"]),
			visitor: numberOf(row["visitor"]),
			visit:
				typeof traits === "number"
					? {
							page: numberOf(row["page"]),
							status: numberOf(row["status"]),
							traits: traitsOf(traits),
						}
					: undefined,
			bot: bot === null ? undefined : strings.textOf(Number(bot)),
			properties: parseProperties(row["properties"]),
			// The event writer wrote it from this type.
			personChange: change === null ? undefined : (JSON.parse(String(change)) as PersonChange),
		};
	};
	return {
		/**
		 * Reads a page of events in order of time. Pass the last event as `after` for the next page. No read stays
		 * open between pages, so a long export does not block checkpoints of the log.
		 */
		page: (query: EventQuery): readonly StoredEvent[] => {
			const name = query.event === undefined ? undefined : strings.find(query.event);
			if (query.event !== undefined && name === undefined) return [];
			const { text, values } = pageStatement(query, name);
			return database
				.prepare(text)
				.all(...values)
				.map(readEvent);
		},
		find: (uuid: string): StoredEvent | undefined => {
			const row = byUuid.get(storedUuid(uuid.toLowerCase()));
			return row && readEvent(row);
		},
		/** @returns Events with a higher number than `id`, in the order in which they were written. */
		newerThan: (id: number, limit: number): readonly StoredEvent[] =>
			newer.all(id, limit).map(readEvent),
		/** @returns The highest event number. It decreases when the newest events are erased. */
		lastId: (): number => Number(sql.get`SELECT max(id) AS id FROM events`?.["id"] ?? 0),
		count: (): number => Number(sql.get`SELECT count(*) AS count FROM events`?.["count"]),
		/** @returns Number of events with these distinct ids, and timestamps of the first and the last. */
		extentOf: (distinctIds: readonly string[]) => {
			const row = database
				.prepare(`
					SELECT count(*) AS events, min(timestamp) AS first, max(timestamp) AS last
					FROM events WHERE distinct_id IN ${LISTED_IDS}
				`)
				.get(JSON.stringify(distinctIds));
			return {
				events: Number(row?.["events"]),
				firstAt: numberOf(row?.["first"]),
				lastAt: numberOf(row?.["last"]),
			};
		},
	};
}

/** Events with their distinct ids as text. */
const EVENTS = `
	SELECT *, (SELECT text FROM distinct_ids d WHERE d.id = events.distinct_id) AS id_text FROM events
`;

/** A list of any length as one parameter: a statement can have at most 32,766 parameters. */
const LISTED_IDS = `(
	SELECT d.id FROM json_each(?) AS listed JOIN distinct_ids d ON d.text = listed.value
)`;

/** @param name Number of an event name: only its events. */
function pageStatement(
	{ from, to, order, limit, after, distinctIds }: EventQuery,
	name: number | undefined,
): { readonly text: string; readonly values: readonly SQLInputValue[] } {
	const [beyond, direction] = order === "oldest-first" ? [">", "ASC"] : ["<", "DESC"];
	const conditions = ["timestamp >= ?", "timestamp < ?"];
	const values: SQLInputValue[] = [from, to];
	if (after !== undefined) {
		conditions.push(`(timestamp, id) ${beyond} (?, ?)`);
		values.push(after.timestamp, after.id);
	}
	if (name !== undefined) {
		conditions.push("name = ?");
		values.push(name);
	}
	if (distinctIds !== undefined) {
		conditions.push(`distinct_id IN ${LISTED_IDS}`);
		values.push(JSON.stringify(distinctIds));
	}
	const where = conditions.join(" AND ");
	const text = `${EVENTS} WHERE ${where} ORDER BY timestamp ${direction}, id ${direction} LIMIT ?`;
	return { text, values: [...values, limit] };
}
