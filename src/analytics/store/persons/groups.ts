import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../database/transaction.ts";
import type { GroupChange, NewEvent, Properties } from "../new-event.ts";
import type { Settings } from "../settings/settings.ts";

/** Maximum number of group types of a project. */
export const MAX_GROUP_TYPES = 5;

/**
 * Limit for types from events, until the project names its types. Invented types then do not displace the
 * project's own.
 */
const MAX_MENTIONED_TYPES = 200;

/** Groups, their types and their members. */
export type Groups = ReturnType<typeof createGroups>;

export interface DeletedGroup {
	readonly type: string;
	readonly key: string;
	/** The distinct id under which servers send a group's own properties by default. */
	readonly ownId: string;
}

/** Interval between writes of a membership. */
const NOTED_EVERY_MS = 3_600_000;

const NAMED = "group-types-named";

export function createGroups(database: DatabaseSync, settings: Settings) {
	const sql = database.createTagStore();
	const types = (): Readonly<Record<string, string>> =>
		Object.fromEntries(
			sql.all`SELECT type_index, name FROM group_types`.map((row) => [
				String(row["type_index"]),
				String(row["name"]),
			]),
		);
	const areNamed = (): boolean => settings.get(NAMED) !== undefined;
	const addType = (index: number, name: string): void => {
		sql.run`INSERT INTO group_types (type_index, name) VALUES (${index}, ${name})`;
	};
	const typeIndexOf = (name: string): number | undefined => {
		const known = Object.entries(types());
		const match = known.find(([, candidate]) => candidate === name);
		if (match !== undefined) return Number(match[0]);
		if (areNamed() || known.length >= MAX_MENTIONED_TYPES) return undefined;
		addType(known.length, name);
		return known.length;
	};
	const properties = (typeIndex: number, key: string): Properties | undefined => {
		const json = sql.get`
			SELECT properties FROM groups WHERE type_index = ${typeIndex} AND group_key = ${key}
		`?.["properties"];
		// `apply()` wrote it, and merges only objects.
		return json === undefined ? undefined : (JSON.parse(String(json)) as Properties);
	};
	const hasMember = (typeIndex: number, key: string, except: string | null): boolean =>
		sql.get`
			SELECT 1 FROM group_members WHERE type_index = ${typeIndex} AND group_key = ${key}
				AND distinct_id IS NOT ${except} LIMIT 1
		` !== undefined;
	const remove = (typeIndex: number, key: string): void => {
		sql.run`DELETE FROM group_members WHERE type_index = ${typeIndex} AND group_key = ${key}`;
		sql.run`DELETE FROM groups WHERE type_index = ${typeIndex} AND group_key = ${key}`;
	};
	return {
		/** @returns Type names by index, such as `{"0": "company"}`. */
		types,
		/** Whether the project has named its types. Until then, types are numbered by first appearance. */
		areNamed,
		properties,
		/** Deletes members whose last event is older, and groups without members. Only inside a transaction. */
		retire: (before: number): void => {
			const gone = sql.all`
				DELETE FROM group_members WHERE last_event_at < ${before - NOTED_EVERY_MS}
				RETURNING type_index, group_key
			`;
			for (const row of gone) {
				const group = [Number(row["type_index"]), String(row["group_key"])] as const;
				if (!hasMember(...group, null)) remove(...group);
			}
		},
		/**
		 * Removes a distinct id from its groups. Only inside a transaction.
		 * @returns Deleted groups: they had no other member.
		 */
		leave: (distinctId: string): readonly DeletedGroup[] => {
			const left = sql.all`
				DELETE FROM group_members WHERE distinct_id = ${distinctId}
				RETURNING type_index, group_key
			`;
			return left.flatMap((row) => {
				const [typeIndex, key] = [Number(row["type_index"]), String(row["group_key"])];
				const type = types()[typeIndex] ?? "";
				const ownId = `$${type}_${key}`;
				if (hasMember(typeIndex, key, ownId)) return [];
				remove(typeIndex, key);
				return [{ type, key, ownId }];
			});
		},
		/**
		 * Sets the project's types, in the order of their numbers. Events cannot add types afterwards. Groups of
		 * these types keep their properties; other groups are deleted.
		 *
		 * @param names If empty, types are numbered by first appearance again.
		 */
		name: (names: readonly string[]): void => {
			if (names.length === 0) {
				settings.delete(NAMED);
				return;
			}
			inTransaction(database, () => {
				const known = types();
				// Temporary negative numbers, because two types can swap numbers.
				for (const [index, name] of names.entries()) {
					const before = Object.keys(known).find((number) => known[number] === name);
					if (before === undefined) continue;
					const [next, old] = [-index - 1, Number(before)];
					sql.run`UPDATE groups SET type_index = ${next} WHERE type_index = ${old}`;
					sql.run`UPDATE group_members SET type_index = ${next} WHERE type_index = ${old}`;
				}
				database.exec(`
					DELETE FROM groups WHERE type_index >= 0;
					DELETE FROM group_members WHERE type_index >= 0;
					UPDATE groups SET type_index = -type_index - 1;
					UPDATE group_members SET type_index = -type_index - 1;
					DELETE FROM group_types;
				`);
				for (const [index, name] of names.entries()) addType(index, name);
				settings.set(NAMED, "true");
			});
		},
		/**
		 * Merges properties into a group and records its member. Skips a type that cannot be added. Only inside a
		 * transaction.
		 */
		apply: (
			{ type, key, set }: GroupChange,
			{ distinctId, timestamp }: Pick<NewEvent, "distinctId" | "timestamp">,
		): void => {
			const typeIndex = typeIndexOf(type);
			if (typeIndex === undefined) return;
			sql.run`
				INSERT INTO group_members (type_index, group_key, distinct_id, last_event_at)
				VALUES (${typeIndex}, ${key}, ${distinctId}, ${timestamp})
				ON CONFLICT DO UPDATE SET last_event_at = excluded.last_event_at
				WHERE last_event_at < excluded.last_event_at - ${NOTED_EVERY_MS}
			`;
			const known = properties(typeIndex, key);
			// Most events only refer to their group.
			if (known !== undefined && Object.keys(set).length === 0) return;
			sql.run`
				INSERT INTO groups (type_index, group_key, created_at, properties)
				VALUES (${typeIndex}, ${key}, ${timestamp}, ${JSON.stringify({ ...known, ...set })})
				ON CONFLICT DO UPDATE SET properties = excluded.properties
			`;
		},
	};
}
