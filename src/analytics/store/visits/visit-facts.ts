import type { DatabaseSync } from "node:sqlite";
import { numberOf } from "../database/stored-id.ts";
import { readTraits } from "./read-traits.ts";
import type { TraitNumbers } from "./visitor-day.ts";

/** The part of a visit that a stored event is, with texts as their numbers. */
export interface VisitFacts {
	readonly session: number;
	/** Number of the visitor's day. */
	readonly visitor: number;
	readonly page: number | undefined;
	readonly status: number | undefined;
	/** Those of the session. */
	readonly traits: TraitNumbers;
}

/** @returns Facts by the event's number, of the events that are part of a visit. */
export type ReadVisitFacts = (ids: readonly number[]) => ReadonlyMap<number, VisitFacts>;

export function createVisitFactsReader(database: DatabaseSync): ReadVisitFacts {
	const listed = database.prepare(`
		SELECT e.id, e.session, e.page, e.status, s.traits, coalesce(s.visitor, s.id) AS visitor
		FROM json_each(?) AS asked
		JOIN events e ON e.id = asked.value JOIN sessions s ON s.id = e.session
	`);
	// The columns are those of the statement, of STRICT tables.
	return (ids) =>
		new Map(
			listed.all(JSON.stringify(ids)).map((row) => [
				Number(row["id"]),
				{
					session: Number(row["session"]),
					visitor: Number(row["visitor"]),
					page: numberOf(row["page"]),
					status: numberOf(row["status"]),
					traits: readTraits(String(row["traits"])),
				},
			]),
		);
}
