import type { DatabaseSync } from "node:sqlite";
import { numberOf } from "../database/stored-id.ts";
import { readTraits } from "./read-traits.ts";
import type { TraitNumbers } from "./visitor-day.ts";

/** Facts of a stored event about its visit. Texts are numbers of `strings`. */
export interface VisitFacts {
	readonly session: number;
	/** Number of the visitor, valid for one day. */
	readonly visitor: number;
	readonly page: number | undefined;
	readonly status: number | undefined;
	/** Traits of the session. */
	readonly traits: TraitNumbers;
}

export function createVisitFactsReader(database: DatabaseSync) {
	const sql = database.createTagStore();
	/** @returns Facts by event number, only for events of a visit. */
	return (ids: readonly number[]): ReadonlyMap<number, VisitFacts> => {
		const rows = sql.all`
			SELECT e.id, e.session, e.page, e.status, s.traits, coalesce(s.visitor, s.id) AS visitor
			FROM json_each(${JSON.stringify(ids)}) AS asked
			JOIN events e ON e.id = asked.value JOIN sessions s ON s.id = e.session
		`;
		return new Map(
			rows.map((row) => [
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
	};
}
