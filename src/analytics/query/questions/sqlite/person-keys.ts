import type { DatabaseSync } from "node:sqlite";

/** Some ten megabytes; beyond so many, ids are looked up anew. */
const MAX_KNOWN_IDS = 200_000;

/** @returns What all distinct ids of a person have in common; of no kept person, the id itself. */
export function createPersonKeys(database: DatabaseSync): (distinctId: string) => number | string {
	const select = database.prepare("SELECT person FROM person_distinct_ids WHERE distinct_id = ?");
	const known = new Map<string, number | string>();
	return (distinctId) => {
		const before = known.get(distinctId);
		if (before !== undefined) return before;
		const person = select.get(distinctId)?.["person"];
		const key = typeof person === "number" ? person : distinctId;
		if (known.size >= MAX_KNOWN_IDS) known.clear();
		known.set(distinctId, key);
		return key;
	};
}
