import type { DatabaseSync } from "node:sqlite";
import { storedId } from "../database/stored-id.ts";
import { inTransaction } from "../database/transaction.ts";
import type { GroupChange, NewEvent, Properties } from "../new-event.ts";
import type { Settings } from "../settings/settings.ts";

/** A project has at most so many kinds of group. */
export const MAX_GROUP_TYPES = 5;

/**
 * Limit for events until the types are named: invented types
 * then do not displace the project's own.
 */
const MAX_MENTIONED_TYPES = 200;

export interface Groups {
	/** @returns Name of the type by its index, such as `{"0": "company"}`. */
	readonly types: () => Readonly<Record<string, string>>;
	/** Whether the project has named them. Until then they are numbered by first appearance. */
	readonly areNamed: () => boolean;
	/**
	 * Names the types of the project in the order of their numbers: events with the public key make
	 * no others. Groups of a type keep their properties; those of other types are deleted.
	 *
	 * @param names None: the types are numbered by first appearance again.
	 */
	readonly name: (names: readonly string[]) => void;
	readonly properties: (typeIndex: number, key: string) => Properties | undefined;
	/** Merges properties into a group. One of a type that does not count is left out. Only inside a transaction. */
	readonly apply: (change: GroupChange, event: Pick<NewEvent, "distinctId" | "timestamp">) => void;
	/** Notes who belongs to a group, which is forgotten with the last of them. Only inside a transaction. */
	readonly join: (membership: Membership) => void;
	/** Deletes groups with their last member, and members whose last event is older. Only inside a transaction. */
	readonly retire: (before: number) => void;
	/** Removes a distinct id from its groups. Only inside a transaction. @returns Groups that had no other member and are deleted. */
	readonly leave: (distinctId: string) => readonly DeletedGroup[];
}

export interface Membership {
	readonly type: string;
	readonly key: string;
	readonly distinctId: string;
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
}

export interface DeletedGroup {
	readonly type: string;
	readonly key: string;
	/** What servers send what they say of a group under, unless told. */
	readonly ownId: string;
}

/** Memberships are not written with every event. */
const NOTED_EVERY_MS = 3_600_000;

const NAMED = "group-types-named";

export function createGroups(database: DatabaseSync, settings: Settings): Groups {
	const selectTypes = database.prepare("SELECT type_index, name FROM group_types");
	const insertType = database.prepare("INSERT INTO group_types (type_index, name) VALUES (?, ?)");
	const select = database.prepare(
		"SELECT properties FROM groups WHERE type_index = ? AND group_key = ?",
	);
	const upsert = database.prepare(`
		INSERT INTO groups (type_index, group_key, created_at, properties) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT DO UPDATE SET properties = ?4
	`);

	const moveGroups = database.prepare("UPDATE groups SET type_index = ? WHERE type_index = ?");
	const moveMembers = database.prepare(
		"UPDATE group_members SET type_index = ? WHERE type_index = ?",
	);
	const noteMember = database.prepare(`
		INSERT INTO group_members (type_index, group_key, distinct_id, last_event_at)
		VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT DO UPDATE SET last_event_at = ?4 WHERE last_event_at < ?4 - ${NOTED_EVERY_MS}
	`);
	const removeMember = database.prepare(
		"DELETE FROM group_members WHERE distinct_id = ? RETURNING type_index, group_key",
	);
	const removeOldMembers = database.prepare(
		"DELETE FROM group_members WHERE last_event_at < ? RETURNING type_index, group_key",
	);
	const members = database.prepare(
		"SELECT distinct_id FROM group_members WHERE type_index = ? AND group_key = ?",
	);
	const removeMembers = database.prepare(
		"DELETE FROM group_members WHERE type_index = ? AND group_key = ?",
	);
	const removeGroup = database.prepare("DELETE FROM groups WHERE type_index = ? AND group_key = ?");

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
		if (areNamed() || known.length >= MAX_MENTIONED_TYPES) return undefined;
		insertType.run(known.length, name);
		return known.length;
	};
	const areNamed = (): boolean => settings.get(NAMED) !== undefined;
	const join: Groups["join"] = ({ type, key, distinctId, at }) => {
		const typeIndex = typeIndexOf(type);
		if (typeIndex !== undefined) noteMember.run(typeIndex, key, storedId(distinctId), at);
	};
	const dropEmpty = (rows: readonly Record<string, unknown>[]): readonly DeletedGroup[] =>
		rows.flatMap((row) => {
			const [typeIndex, key] = [Number(row["type_index"]), String(row["group_key"])];
			const type = types()[typeIndex] ?? "";
			const ownId = `$${type}_${key}`;
			const others = members.all(typeIndex, key);
			if (others.some((other) => other["distinct_id"] !== ownId)) return [];
			removeMembers.run(typeIndex, key);
			removeGroup.run(typeIndex, key);
			return [{ type, key, ownId }];
		});
	return {
		types,
		join,
		retire: (before) => {
			const rows = removeOldMembers.all(before - NOTED_EVERY_MS);
			for (const row of rows) {
				const group = [Number(row["type_index"]), String(row["group_key"])] as const;
				if (members.get(...group) === undefined) removeGroup.run(...group);
			}
		},
		leave: (distinctId) => dropEmpty(removeMember.all(storedId(distinctId))),
		properties,
		areNamed,
		name: (names) => {
			if (names.length === 0) {
				settings.delete(NAMED);
				return;
			}
			inTransaction(database, () => {
				const known = types();
				// Negative numbers in between: two types may change places.
				for (const [index, name] of names.entries()) {
					const before = Object.keys(known).find((number) => known[number] === name);
					if (before === undefined) continue;
					moveGroups.run(-index - 1, Number(before));
					moveMembers.run(-index - 1, Number(before));
				}
				database.exec(`
					DELETE FROM groups WHERE type_index >= 0;
					DELETE FROM group_members WHERE type_index >= 0;
					UPDATE groups SET type_index = -type_index - 1;
					UPDATE group_members SET type_index = -type_index - 1;
					DELETE FROM group_types;
				`);
				for (const [index, name] of names.entries()) insertType.run(index, name);
				settings.set(NAMED, "true");
			});
		},
		apply: ({ type, key, set }, { distinctId, timestamp }) => {
			const typeIndex = typeIndexOf(type);
			if (typeIndex === undefined) return;
			noteMember.run(typeIndex, key, storedId(distinctId), timestamp);
			const known = properties(typeIndex, key);
			// Most events only name their group.
			if (known !== undefined && Object.keys(set).length === 0) return;
			const merged = { ...known, ...set };
			upsert.run(typeIndex, key, timestamp, JSON.stringify(merged));
		},
	};
}
