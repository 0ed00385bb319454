import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { formatUuid } from "../../../platform/format-uuid.ts";
import type { PersonAction, PersonMerge } from "../new-event.ts";
import { applyPersonChange, mergePersons, type Person, type PersonRecord } from "./person.ts";

/**
 * Persons and their distinct ids. Events do not store a person: the owner
 * is looked up when they are read, so a merge costs the same for one event or a
 * million.
 */
export type Persons = ReturnType<typeof createPersons>;

/** PostHog's own, so that ids stay the same when events move between the two. */
const PERSON_NAMESPACE = Buffer.from("932979b465c3442484670b66ec27bc22", "hex");
const HEX = "[0-9a-fA-F]";
/** For GLOB. @see RFC 9562, section 5.7 */
const TIME_ORDERED_UUID = [8, 4, 3, 4, 12]
	.map((length, part) => `${part === 2 ? "7" : ""}${HEX.repeat(length)}`)
	.join("-");
/** PostHog numbers projects; ours has one. */
const PROJECT = 1;

export function createPersons(database: DatabaseSync) {
	const sql = database.createTagStore();
	const idsOf = (person: number): readonly string[] =>
		sql.all`
			SELECT distinct_id FROM person_distinct_ids WHERE person = ${person} ORDER BY distinct_id
		`.map((row) => String(row["distinct_id"]));
	const withIds = (record: PersonRecord | undefined): Person | undefined =>
		record && { ...record, distinctIds: idsOf(record.id) };
	/** The person without the ids, of which there can be thousands. */
	const findRecord = (distinctId: string): PersonRecord | undefined =>
		readRecord(sql.get`
			SELECT p.* FROM person_distinct_ids d JOIN persons p ON p.id = d.person
			WHERE d.distinct_id = ${distinctId}
		`);
	const getRecord = (uuid: string): PersonRecord | undefined =>
		readRecord(sql.get`SELECT * FROM persons WHERE uuid = ${uuid}`);
	const link = (distinctId: string, person: number): void => {
		sql.run`
			INSERT INTO person_distinct_ids (distinct_id, person) VALUES (${distinctId}, ${person})
			ON CONFLICT DO UPDATE SET person = excluded.person
		`;
	};
	const remove = (person: number): void => {
		sql.run`DELETE FROM persons WHERE id = ${person}`;
	};
	const save = ({ createdAt, isIdentified, properties, id }: PersonRecord): void => {
		sql.run`
			UPDATE persons SET created_at = ${createdAt}, is_identified = ${isIdentified ? 1 : 0},
				properties = ${JSON.stringify(properties)} WHERE id = ${id}
		`;
	};
	/** A person who lives on under another distinct id may still hold the id that is due by rule. */
	const freeUuid = (distinctId: string): string => {
		const due = personUuid(distinctId);
		return getRecord(due) === undefined ? due : personUuid(`${distinctId} ${due}`);
	};
	const findOrCreate = (distinctId: string, now: number): PersonRecord => {
		const known = findRecord(distinctId);
		if (known !== undefined) return known;
		const { lastInsertRowid } = sql.run`
			INSERT INTO persons (uuid, created_at, is_identified, properties)
			VALUES (${freeUuid(distinctId)}, ${now}, 0, '{}')
		`;
		link(distinctId, Number(lastInsertRowid));
		// It has just been written, so it is there.
		return findRecord(distinctId) as PersonRecord;
	};
	const fold = (target: PersonRecord, other: PersonRecord): PersonRecord => {
		sql.run`UPDATE person_distinct_ids SET person = ${target.id} WHERE person = ${other.id}`;
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
		/** @returns The person that owns a distinct id, or `undefined` when none is kept. */
		find: (distinctId: string) => withIds(findRecord(distinctId)),
		get: (uuid: string) => withIds(getRecord(uuid)),
		findRecord,
		/**
		 * @returns The oldest other id of the person that a client made: a UUID that begins with its time;
		 * `undefined` when it does not exist.
		 */
		oldestClientId: (distinctId: string): string | undefined => {
			const id = sql.get`
				SELECT min(other.distinct_id) AS id
				FROM person_distinct_ids d JOIN person_distinct_ids other ON other.person = d.person
				WHERE d.distinct_id = ${distinctId} AND other.distinct_id <> d.distinct_id
					AND other.distinct_id GLOB ${TIME_ORDERED_UUID}
			`?.["id"];
			return typeof id === "string" ? id : undefined;
		},
		/** @returns The person's id, which exists even where no person is kept. */
		uuidOf: (distinctId: string): string => {
			const uuid = sql.get`
				SELECT p.uuid FROM person_distinct_ids d JOIN persons p ON p.id = d.person
				WHERE d.distinct_id = ${distinctId}
			`?.["uuid"];
			return typeof uuid === "string" ? uuid : personUuid(distinctId);
		},
		/** Carries out what an event says about persons. Only inside a transaction. */
		apply: (distinctId: string, action: PersonAction, now: number): void => {
			if (action.merge !== undefined) merge(distinctId, action.merge, now);
			const person = findOrCreate(distinctId, now);
			const properties = applyPersonChange(person.properties, action.change);
			if (properties !== undefined) save({ ...person, properties });
		},
		/** Forgets the person and every distinct id of theirs, but not their events. Only inside a transaction. */
		erase: ({ id }: Person): void => {
			sql.run`DELETE FROM person_distinct_ids WHERE person = ${id}`;
			remove(id);
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

/** The same distinct id gives the same person id, on every server and whether or not a person is kept. */
export function personUuid(distinctId: string): string {
	const hash = createHash("sha1").update(PERSON_NAMESPACE).update(`${PROJECT}:${distinctId}`);
	return formatUuid(hash.digest().subarray(0, 16), 5);
}
