import type { Person } from "../../store/persons/person.ts";
import type { Persons } from "../../store/persons/persons.ts";
import type { Reader } from "../threads/reader.ts";

export interface PersonsQuestion {
	readonly search?: string | undefined;
	readonly identified?: boolean | undefined;
	/** Only persons with a smaller row number. */
	readonly cursor?: number | undefined;
	readonly limit: number;
}

/** @returns Persons whose ids or properties contain the text, the newest first. */
export function searchPersons(
	{ database, persons }: Reader,
	{ search = "", identified, cursor, limit }: PersonsQuestion,
): readonly Person[] {
	const rows = database
		.prepare(`
			SELECT p.uuid FROM persons p
			WHERE p.id < ?1 AND (?2 IS NULL OR p.is_identified = ?2) AND (
				?3 IS NULL OR p.uuid = ?3 OR instr(lower(p.properties), ?3) > 0 OR EXISTS (
					SELECT 1 FROM distinct_ids d WHERE d.person = p.id AND instr(lower(d.text), ?3) > 0
				)
			)
			ORDER BY p.id DESC LIMIT ?4
		`)
		.all(
			cursor ?? Number.MAX_SAFE_INTEGER,
			identified === undefined ? null : Number(identified),
			// Like SQLite's lower(), which converts only ASCII letters.
			search.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) || null,
			limit,
		);
	return rows.flatMap(({ uuid }) => persons.get(String(uuid)) ?? []);
}

/** @param id The person's id, or any of their distinct ids: scripts seldom know the person's id. */
export function findPerson(persons: Persons, id: string): Person | undefined {
	return persons.get(id) ?? persons.find(id);
}
