import type { DatabaseSync } from "node:sqlite";
import { numberOf } from "../events/number-of.ts";
import { readStoredId } from "../events/stored-id.ts";
import { readTraits } from "../visits/read-traits.ts";
import type { Moment, TraitNumbers } from "../visits/visitor-day.ts";

/** What figures take from one stored event; texts by their numbers. */
export interface VisitFacts extends Moment {
	readonly id: number;
	readonly name: number;
	readonly bot: number | undefined;
	/** Absent: no part of a visit. */
	readonly session: number | undefined;
	/** Number of the visitor's day; absent when the session's row is gone. */
	readonly visitor: number | undefined;
	readonly isView: boolean;
	readonly page: number | undefined;
	readonly status: number | undefined;
	/** Those of the session. */
	readonly traits: TraitNumbers;
}

export interface VisitFactsReader {
	/** @returns Facts by the event's number. */
	readonly of: (ids: readonly number[]) => ReadonlyMap<number, VisitFacts>;
	/** @returns Facts of a day's events behind the one of that number, in the order in which they were written. */
	readonly newerOf: (day: DayOfEvents, behind: number, limit: number) => readonly VisitFacts[];
}

/** Milliseconds since the Unix epoch; `to` is not included. */
export interface DayOfEvents {
	readonly from: number;
	readonly to: number;
}

const COLUMNS = `
	e.id, e.uuid, e.timestamp, e.name, e.bot, e.session, e.page, e.status, s.traits,
	CASE WHEN s.id IS NULL THEN NULL ELSE coalesce(s.visitor, s.id) END AS visitor,
	e.session IS NOT NULL AND e.name = (SELECT id FROM strings WHERE text = '$pageview') AS is_view
`;

export function createVisitFactsReader(database: DatabaseSync): VisitFactsReader {
	const listed = database.prepare(`
		SELECT ${COLUMNS} FROM json_each(?) AS asked
		JOIN events e ON e.id = asked.value LEFT JOIN sessions s ON s.id = e.session
	`);
	const newer = database.prepare(`
		SELECT ${COLUMNS} FROM events e LEFT JOIN sessions s ON s.id = e.session
		WHERE e.id > ? AND e.timestamp >= ? AND e.timestamp < ? ORDER BY e.id LIMIT ?
	`);
	return {
		of: (ids) =>
			new Map(
				listed
					.all(JSON.stringify(ids))
					.map(readFacts)
					.map((facts) => [facts.id, facts]),
			),
		newerOf: ({ from, to }, behind, limit) => newer.all(behind, from, to, limit).map(readFacts),
	};
}

/** The columns are those of the statement, of STRICT tables. */
function readFacts(row: Record<string, unknown>): VisitFacts {
	return {
		id: Number(row["id"]),
		uuid: readStoredId(row["uuid"]),
		at: Number(row["timestamp"]),
		name: Number(row["name"]),
		bot: numberOf(row["bot"]),
		session: numberOf(row["session"]),
		visitor: numberOf(row["visitor"]),
		isView: row["is_view"] === 1,
		page: numberOf(row["page"]),
		status: numberOf(row["status"]),
		traits: typeof row["traits"] === "string" ? readTraits(row["traits"]) : [],
	};
}
