import type { DatabaseSync } from "node:sqlite";
import type { GroupChange, Properties } from "../events/new-event.ts";

/** A project has at most so many kinds of group, numbered by first appearance. */
export const MAX_GROUP_TYPES = 5;

export interface Groups {
	/** @returns Name of the type by its index, such as `{"0": "company"}`. */
	readonly types: () => Readonly<Record<string, string>>;
	readonly properties: (typeIndex: number, key: string) => Properties | undefined;
	/** Merges properties into a group. A type beyond the fifth is left out. Only inside a transaction. */
	readonly apply: (change: GroupChange, now: number) => void;
}

export function createGroups(database: DatabaseSync): Groups {
	const selectTypes = database.prepare("SELECT type_index, name FROM group_types");
	const insertType = database.prepare("INSERT INTO group_types (type_index, name) VALUES (?, ?)");
	const select = database.prepare(
		"SELECT properties FROM groups WHERE type_index = ? AND group_key = ?",
	);
	const upsert = database.prepare(`
		INSERT INTO groups (type_index, group_key, created_at, properties) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT DO UPDATE SET properties = ?4
	`);

	const types: Groups["types"] = () =>
		Object.fromEntries(
			selectTypes.all().map((row) => [String(row["type_index"]), String(row["name"])]),
		);
	const properties: Groups["properties"] = (typeIndex, key) => {
		const json = select.get(typeIndex, key)?.["properties"];
		// Written by `apply()`, which merges objects.
		return json === undefined ? undefined : (JSON.parse(String(json)) as Properties);
	};
	const typeIndexOf = (name: string): number | undefined => {
		const known = Object.entries(types());
		const match = known.find(([, candidate]) => candidate === name);
		if (match !== undefined) return Number(match[0]);
		if (known.length >= MAX_GROUP_TYPES) return undefined;
		insertType.run(known.length, name);
		return known.length;
	};
	return {
		types,
		properties,
		apply: ({ type, key, set }, now) => {
			const typeIndex = typeIndexOf(type);
			if (typeIndex === undefined) return;
			const known = properties(typeIndex, key);
			// Most events only name their group.
			if (known !== undefined && Object.keys(set).length === 0) return;
			const merged = { ...known, ...set };
			upsert.run(typeIndex, key, now, JSON.stringify(merged));
		},
	};
}
