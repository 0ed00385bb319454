import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import { prepareEach } from "../database/prepare-each.ts";

/** A site has some thousand combinations of referrer, campaign, browser and country. */
const MAX_CACHED_SETS = 20_000;

/** Numbers of `strings`, in the order of `VISIT_TRAITS`; `null`: unknown. */
export type TraitNumbers = readonly (number | null)[];

/** Combinations of the traits of events, each stored once under a number. */
export type TraitSets = ReturnType<typeof createTraitSets>;

export function createTraitSets(database: DatabaseSync) {
	const sql = database.createTagStore();
	const counts = new Map<number, number>();
	const known = new LRUCache<string, number>({ max: MAX_CACHED_SETS });
	const add = (traits: string): number => {
		const id = Number(sql.run`INSERT INTO trait_sets (traits) VALUES (${traits})`.lastInsertRowid);
		countTexts(traits, 1);
		return id;
	};
	/** A set uses each of its texts once, however many events have the set. */
	const countTexts = (traits: string, uses: number): void => {
		sql.run`
			UPDATE strings SET events = events + ${uses}
			WHERE id IN (SELECT value FROM json_each(${traits}) WHERE value IS NOT NULL)
		`;
	};
	return {
		/** @returns The number of a stored or new set. Only inside a transaction. */
		idOf: (numbers: TraitNumbers): number => {
			const traits = JSON.stringify(numbers);
			const stored =
				known.get(traits) ?? sql.get`SELECT id FROM trait_sets WHERE traits = ${traits}`?.["id"];
			const id = typeof stored === "number" ? stored : add(traits);
			known.set(traits, id);
			return id;
		},
		/** Adds to the number of events with a set; may be negative. `flush()` writes it. */
		count: (id: number, events: number): void => {
			counts.set(id, (counts.get(id) ?? 0) + events);
		},
		/** Writes the counts, and deletes sets without events. Only inside a transaction. */
		flush: (): void => {
			const noted = [...counts];
			counts.clear();
			for (const [id, events] of noted) {
				const set = sql.get`
					UPDATE trait_sets SET events = events + ${events} WHERE id = ${id} RETURNING traits, events
				`;
				if (set === undefined || Number(set["events"]) > 0) continue;
				const traits = String(set["traits"]);
				sql.run`DELETE FROM trait_sets WHERE id = ${id}`;
				countTexts(traits, -1);
				known.delete(traits);
			}
		},
		/** Clears the caches after a rollback. */
		forget: (): void => {
			counts.clear();
			known.clear();
		},
	};
}

/** @returns A function that finds the traits of a set. */
export function createTraitReader(database: DatabaseSync): (set: number) => TraitNumbers {
	const sql = database.createTagStore();
	const known = new LRUCache<number, TraitNumbers>({ max: MAX_CACHED_SETS });
	return (set) => {
		const cached = known.get(set);
		if (cached !== undefined) return cached;
		const row = sql.get`SELECT traits FROM trait_sets WHERE id = ${set}`;
		// `createTraitSets()` wrote it from this type.
		const traits = JSON.parse(String(row?.["traits"] ?? "[]")) as TraitNumbers;
		known.set(set, traits);
		return traits;
	};
}

/** Reads many sets at once. */
export function readTraitSets(
	database: DatabaseSync,
	sets: readonly number[],
): ReadonlyMap<number, TraitNumbers> {
	const found = new Map<number, TraitNumbers>();
	const visit = (id: number, traits: string): undefined => {
		// `createTraitSets()` wrote it from this type.
		found.set(id, JSON.parse(traits) as TraitNumbers);
	};
	prepareEach<[number, string]>(database, visit, {
		name: "each_trait_set",
		columns: ["id", "traits"],
		rest: "FROM trait_sets WHERE id IN (SELECT value FROM json_each(?))",
	})(JSON.stringify(sets));
	return found;
}
