import type { DatabaseSync } from "node:sqlite";

/** @returns Distinct id → person, both as numbers. A person has the number of their first distinct id. */
export function readPersons(database: DatabaseSync): Uint32Array {
	const last = database.prepare("SELECT coalesce(max(id), 0) AS id FROM distinct_ids").get();
	const persons = new Uint32Array(Number(last?.["id"]) + 1);
	for (let id = 0; id < persons.length; id += 1) persons[id] = id;
	const others = database.prepare(
		"SELECT id, person FROM distinct_ids INDEXED BY distinct_ids_of_others WHERE person <> id",
	);
	others.setReturnArrays(true);
	// The driver types rows as objects; this statement returns arrays of its two columns.
	for (const [id, person] of others.all() as unknown as readonly (readonly [number, number])[]) {
		persons[id] = person;
	}
	return persons;
}
