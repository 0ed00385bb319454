import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { formatUuid } from "../../../platform/format-uuid.ts";
import { numberOf } from "../database/stored-id.ts";
import type { PersonAction, PersonMerge } from "../new-event.ts";
import { applyPersonChange, mergePersons, type Person, type PersonRecord } from "./person.ts";

/**
 * Persons and distinct ids. Events store the number of a distinct id, not a person. Readers look up the
 * person, so a merge costs the same for one event or a million. A person has the number of their first id, so
 * most ids need no lookup.
 */
export type Persons = ReturnType<typeof createPersons>;

/** PostHog's namespace: person ids stay the same when events move between PostHog and Loggia. */
const PERSON_NAMESPACE = Buffer.from("932979b465c3442484670b66ec27bc22", "hex");
const HEX = "[0-9a-fA-F]";
/** Pattern for GLOB. @see RFC 9562, section 5.7 */
const TIME_ORDERED_UUID = [8, 4, 3, 4, 12]
	.map((length, part) => `${part === 2 ? "7" : ""}${HEX.repeat(length)}`)
	.join("-");
/** PostHog hashes the project's number. A store has one project. */
const PROJECT = 1;

export function createPersons(database: DatabaseSync) {
	const sql = database.createTagStore();
	const idsOf = (person: number): readonly string[] =>
		sql.all`
			SELECT text FROM distinct_ids WHERE person = ${person} ORDER BY text
		`.map((row) => String(row["text"]));
	const withIds = (record: PersonRecord | undefined): Person | undefined =>
		record && { ...record, distinctIds: idsOf(record.id) };
	/** Finds a person without their distinct ids, which can be thousands. */
	const findRecord = (distinctId: string): PersonRecord | undefined =>
		readRecord(sql.get`
			SELECT p.* FROM distinct_ids d JOIN persons p ON p.id = d.person WHERE d.text = ${distinctId}
		`);
	const getRecord = (uuid: string): PersonRecord | undefined =>
		readRecord(sql.get`SELECT * FROM persons WHERE uuid = ${uuid}`);
	const link = (distinctId: string, person: number): void => {
		sql.run`
			INSERT INTO distinct_ids (text, person) VALUES (${distinctId}, ${person})
			ON CONFLICT DO UPDATE SET person = excluded.person
		`;
	};
	const findNumber = (distinctId: string): number | undefined =>
		numberOf(sql.get`SELECT id FROM distinct_ids WHERE text = ${distinctId}`?.["id"]);
	const addNumber = (distinctId: string): number =>
		Number(sql.run`INSERT INTO distinct_ids (text) VALUES (${distinctId})`.lastInsertRowid);
	const remove = (person: number): void => {
		sql.run`DELETE FROM persons WHERE id = ${person}`;
	};
	const save = ({ createdAt, isIdentified, properties, id }: PersonRecord): void => {
		sql.run`
			UPDATE persons SET created_at = ${createdAt}, is_identified = ${isIdentified ? 1 : 0},
				properties = ${JSON.stringify(properties)} WHERE id = ${id}
		`;
	};
	/** The derived UUID may belong to a person who now has other distinct ids. */
	const freeUuid = (distinctId: string): string => {
		const due = personUuid(distinctId);
		return getRecord(due) === undefined ? due : personUuid(`${distinctId} ${due}`);
	};
	const findOrCreate = (distinctId: string, now: number): PersonRecord => {
		const known = findRecord(distinctId);
		if (known !== undefined) return known;
		const number = findNumber(distinctId) ?? addNumber(distinctId);
		sql.run`
			INSERT INTO persons (id, uuid, created_at, is_identified, properties)
			VALUES (${number}, ${freeUuid(distinctId)}, ${now}, 0, '{}')
		`;
		link(distinctId, number);
		// The statement above wrote it, so it exists.
		return findRecord(distinctId) as PersonRecord;
	};
	const removeUnused = (number: number): void => {
		sql.run`
			DELETE FROM distinct_ids WHERE id = ${number}
				AND NOT EXISTS (SELECT 1 FROM events WHERE distinct_id = ${number})
		`;
	};
	const hasEvents = (person: number): boolean =>
		sql.get`
			SELECT 1 FROM distinct_ids d JOIN events e ON e.distinct_id = d.id
			WHERE d.person = ${person} LIMIT 1
		` !== undefined;
	const erase = ({ id }: Pick<PersonRecord, "id">): void => {
		const ids = sql.all`UPDATE distinct_ids SET person = NULL WHERE person = ${id} RETURNING id`;
		remove(id);
		for (const row of ids) removeUnused(Number(row["id"]));
	};
	const fold = (target: PersonRecord, other: PersonRecord): PersonRecord => {
		sql.run`UPDATE distinct_ids SET person = ${target.id} WHERE person = ${other.id}`;
		remove(other.id);
		return mergePersons(target, other);
	};
	const merge = (distinctId: string, { kind, otherDistinctId }: PersonMerge, now: number): void => {
		const known = findRecord(distinctId);
		const other = findRecord(otherDistinctId);
		const target = known ?? other ?? findOrCreate(distinctId, now);
		if (known === undefined && other !== undefined) link(distinctId, other.id);
		if (other === undefined) link(otherDistinctId, target.id);
		const isSecond = other !== undefined && other.id !== target.id;
		const isFree = isSecond && (!other.isIdentified || kind === "force");
		save({ ...(isFree ? fold(target, other) : target), isIdentified: true });
	};

	return {
		/** @returns The person of a distinct id, or `undefined` if none is stored. */
		find: (distinctId: string) => withIds(findRecord(distinctId)),
		get: (uuid: string) => withIds(getRecord(uuid)),
		findRecord,
		/**
		 * @returns The person's oldest other distinct id from a client, a UUID version 7 that begins with its
		 * time, or `undefined`.
		 */
		oldestClientId: (distinctId: string): string | undefined => {
			const id = sql.get`
				SELECT min(other.text) AS id
				FROM distinct_ids d JOIN distinct_ids other ON other.person = d.person
				WHERE d.text = ${distinctId} AND other.text <> d.text
					AND other.text GLOB ${TIME_ORDERED_UUID}
			`?.["id"];
			return typeof id === "string" ? id : undefined;
		},
		/** @returns The person's UUID, which is derived from the distinct id if no person is stored. */
		uuidOf: (distinctId: string): string => {
			const uuid = sql.get`
				SELECT p.uuid FROM distinct_ids d JOIN persons p ON p.id = d.person
				WHERE d.text = ${distinctId}
			`?.["uuid"];
			return typeof uuid === "string" ? uuid : personUuid(distinctId);
		},
		/** Applies an event's changes to persons. Only inside a transaction. */
		apply: (distinctId: string, action: PersonAction, now: number): void => {
			if (action.merge !== undefined) merge(distinctId, action.merge, now);
			const person = findOrCreate(distinctId, now);
			const properties = applyPersonChange(person.properties, action.change);
			if (properties !== undefined) save({ ...person, properties });
		},
		/** @returns The number of a distinct id. Stores a new id. Only inside a transaction. */
		numberOf: (distinctId: string): number => findNumber(distinctId) ?? addNumber(distinctId),
		findNumber,
		/** Deletes a person and their distinct ids without events. Only inside a transaction. */
		erase,
		/**
		 * Deletes distinct ids, by number, that have no person and no events. Deletes the person of an id, with
		 * all of their ids, if none of them has events. Only inside a transaction.
		 */
		retire: (numbers: Iterable<number>): void => {
			for (const number of numbers) {
				const owner = sql.get`SELECT person FROM distinct_ids WHERE id = ${number}`?.["person"];
				if (typeof owner !== "number") removeUnused(number);
				else if (!hasEvents(owner)) erase({ id: owner });
			}
		},
	};
}

function readRecord(row: Record<string, unknown> | undefined): PersonRecord | undefined {
	return (
		row && {
			id: Number(row["id"]),
			uuid: String(row["uuid"]),
			createdAt: Number(row["created_at"]),
			isIdentified: row["is_identified"] === 1,
			properties: JSON.parse(String(row["properties"])),
		}
	);
}

/** A distinct id always has the same UUID: on every server, and whether or not a person is stored. */
export function personUuid(distinctId: string): string {
	const hash = createHash("sha1").update(PERSON_NAMESPACE).update(`${PROJECT}:${distinctId}`);
	return formatUuid(hash.digest().subarray(0, 16), 5);
}
