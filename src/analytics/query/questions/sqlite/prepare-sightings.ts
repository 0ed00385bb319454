import type { DatabaseSync } from "node:sqlite";
import { createSettings, readDeletedBefore } from "../../../store/settings/settings.ts";
import { QUARTER_MS } from "../../../store/totals/roll-up.ts";

/**
 * A sighting is an event that represents all events of a distinct id, or of its session, between two
 * cuts. It has only the time of the first cut, the session and the distinct id: this takes a third of
 * the reading time.
 */
export interface Sightings {
	/** Whether sessions are read. If not, all sessions of an id may count as one. */
	readonly readsSessions: boolean;
	/** Number of the events' name, if the question has one. */
	readonly name: number | undefined;
	/** Whether every event of a visit counts, so that the table `sightings` can be read instead. */
	readonly isOfAll: boolean;
}

export interface SightedEvents extends Sightings {
	/** SQL of the events, from `FROM` on, with times from `?1` to `?2`; the end is not included. */
	readonly events: string;
	/** SQL conditions on their sessions, with a leading `AND`; empty if there are none. */
	readonly ofSessions: string;
}

type VisitSighting = (time: number, session: number | null, distinctId: number) => void;
type EachSighting = (from: number, to: number) => void;

/** @returns A function that visits the sightings between two times; the end is not included. */
export function prepareSightings(
	database: DatabaseSync,
	sighted: SightedEvents,
	visit: VisitSighting,
): EachSighting {
	const eachBetween = prepareSeen(database, sighted, visit);
	return sighted.isOfAll ? prepareQuarters(database, eachBetween, visit) : eachBetween;
}

/** Reads sightings from events. */
function prepareSeen(
	database: DatabaseSync,
	{ events, ofSessions, readsSessions }: SightedEvents,
	visit: VisitSighting,
): EachSighting {
	const session = readsSessions || ofSessions !== "" ? "session" : "NULL AS session";
	// A JSON text of all rows takes less than half of the time of a call for each row. With the limit,
	// SQLite looks up the session of each distinct row, not of every event.
	const statement = database.prepare(`
		SELECT json_group_array(distinct_id) AS ids
			${readsSessions ? ", json_group_array(session) AS sessions" : ""}
		FROM (SELECT DISTINCT ${session}, distinct_id ${events} LIMIT -1)
		${ofSessions && `JOIN sessions ON id = session ${ofSessions}`}
	`);
	return (from, to) => {
		const { ids, sessions } = statement.get(from, to) ?? {};
		const sessionList: readonly (number | null)[] = readsSessions
			? JSON.parse(String(sessions))
			: [];
		for (const [index, id] of numbersIn(ids).entries()) {
			visit(from, readsSessions ? (sessionList[index] ?? null) : ANY_SESSION, id);
		}
	};
}

/** Reads whole quarter hours from the table `sightings`, and the time before and after from events. */
function prepareQuarters(
	database: DatabaseSync,
	eachBetween: EachSighting,
	visit: VisitSighting,
): EachSighting {
	// Rows of a quarter are missing as soon as retention begins to delete its events.
	const since = readDeletedBefore(createSettings(database));
	const inBuckets = database.prepare(
		"SELECT json_group_array(distinct_id) AS ids FROM sightings WHERE bucket >= ? AND bucket < ?",
	);
	const eachInBuckets = (from: number, start: number, end: number): void => {
		for (const id of numbersIn(inBuckets.get(start, end)?.["ids"])) visit(from, ANY_SESSION, id);
	};
	return (from, to) => {
		const start = Math.ceil(Math.max(from, since) / QUARTER_MS);
		const end = Math.floor(to / QUARTER_MS);
		if (start >= end) return eachBetween(from, to);
		if (from < start * QUARTER_MS) eachBetween(from, start * QUARTER_MS);
		eachInBuckets(from, start, end);
		if (end * QUARTER_MS < to) eachBetween(end * QUARTER_MS, to);
	};
}

/** @param json Result of `json_group_array()` for a column of numbers. */
function numbersIn(json: unknown): readonly number[] {
	return JSON.parse(String(json));
}

/** Session number if sessions are not read: all events are part of a visit. */
const ANY_SESSION = 1;
