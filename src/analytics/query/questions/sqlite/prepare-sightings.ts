import type { DatabaseSync } from "node:sqlite";
import { createSettings, readDeletedBefore } from "../../../store/settings/settings.ts";
import { QUARTER_MS } from "../../../store/totals/roll-up.ts";

/**
 * One event stands for all events of a distinct id, or of its session, between two cuts. It has the time of
 * the first cut, and no more than session and distinct id: a third of the reading time.
 */
export interface Sightings {
	/** If not, all sessions of an id may count as one. */
	readonly readsSessions: boolean;
	/** Number of the name of all events, if the question names one. */
	readonly name: number | undefined;
	/** Whether every event of a visit counts, so that the table of sightings says who was seen. */
	readonly isOfAll: boolean;
}

export interface SightedEvents extends Sightings {
	/** SQL of the events, from `FROM` on; of times from `?1` to before `?2`. */
	readonly events: string;
	/** SQL of what must be true of their sessions, from `AND` on; empty: nothing. */
	readonly ofSessions: string;
}

type VisitSighting = (time: number, session: number | null, distinctId: number) => void;
type EachSighting = (from: number, to: number) => void;

/** @returns A function that visits who was seen from a time to before another. */
export function prepareSightings(
	database: DatabaseSync,
	sighted: SightedEvents,
	visit: VisitSighting,
): EachSighting {
	const eachBetween = prepareSeen(database, sighted, visit);
	return sighted.isOfAll ? prepareQuarters(database, eachBetween, visit) : eachBetween;
}

/** Reads them from the events. */
function prepareSeen(
	database: DatabaseSync,
	{ events, ofSessions, readsSessions }: SightedEvents,
	visit: VisitSighting,
): EachSighting {
	const session = readsSessions || ofSessions !== "" ? "session" : "NULL AS session";
	// One text for all rows takes less than half of the time that a call for each row takes. The limit lets
	// SQLite look up the session of each row that is left, and not of every event.
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

/** Reads whole quarters of an hour from the table of sightings, and events before and behind them. */
function prepareQuarters(
	database: DatabaseSync,
	eachBetween: EachSighting,
	visit: VisitSighting,
): EachSighting {
	// Rows of a quarter are missing once retention has begun to delete its events.
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

/** @param json What `json_group_array()` made of a column of numbers. */
function numbersIn(json: unknown): readonly number[] {
	return JSON.parse(String(json));
}

/** Where sessions are not read: events are of a visit. */
const ANY_SESSION = 1;
