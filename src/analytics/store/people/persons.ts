import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { PersonAction, PersonMerge } from "../new-event.ts";
import { applyPersonChange, mergePersons, type Person, type PersonRecord } from "./person.ts";

export interface Persons {
	/** @returns The person that owns a distinct id, or `undefined` when none is kept. */
	readonly find: (distinctId: string) => Person | undefined;
	readonly get: (uuid: string) => Person | undefined;
	/** @returns The same person without the ids, of which there can be thousands. */
	readonly findRecord: (distinctId: string) => PersonRecord | undefined;
	/**
	 * @returns The oldest other id of the person that a client made: a UUID that begins with its time;
	 * `undefined` when it does not exist.
	 */
	readonly oldestClientId: (distinctId: string) => string | undefined;
	/** @returns The person's id, which exists even where no person is kept. */
	readonly uuidOf: (distinctId: string) => string;
	/** @returns Persons by age, the newest first. */
	readonly list: (page: PersonPage) => readonly Person[];
	/** Carries out what an event says about persons. Only inside a transaction. */
	readonly apply: (distinctId: string, action: PersonAction, now: number) => void;
	/** Forgets the person and every distinct id of theirs, but not their events. Only inside a transaction. */
	readonly erase: (person: Person) => void;
}

export interface PersonPage {
	readonly limit: number;
	/** Only persons with a smaller row number. */
	readonly beforeId?: number;
}

/** PostHog's own, so that ids stay the same when events move between the two. */
const PERSON_NAMESPACE = Buffer.from("932979b465c3442484670b66ec27bc22", "hex");
const HEX = "[0-9a-fA-F]";
/** For GLOB. @see RFC 9562, section 5.7 */
const TIME_ORDERED_UUID = [8, 4, 3, 4, 12]
	.map((length, part) => `${part === 2 ? "7" : ""}${HEX.repeat(length)}`)
	.join("-");
/** PostHog numbers projects; ours has one. */
const PROJECT = 1;

/**
 * Persons and their distinct ids. Events do not store a person: the owner
 * is looked up when they are read, so a merge costs the same for one event or a
 * million.
 */
export function createPersons(database: DatabaseSync): Persons {
	const columns = "p.id, p.uuid, p.created_at, p.is_identified, p.properties";
	const byDistinctId = database.prepare(`
		SELECT ${columns} FROM person_distinct_ids d JOIN persons p ON p.id = d.person
		WHERE d.distinct_id = ?
	`);
	const byUuid = database.prepare(`SELECT ${columns} FROM persons p WHERE p.uuid = ?`);
	const newest = database.prepare(
		`SELECT ${columns} FROM persons p WHERE p.id < ? ORDER BY p.id DESC LIMIT ?`,
	);
	const idsOf = database.prepare(
		"SELECT distinct_id FROM person_distinct_ids WHERE person = ? ORDER BY distinct_id",
	);
	const oldestClientId = database.prepare(`
		SELECT min(other.distinct_id) AS id
		FROM person_distinct_ids d JOIN person_distinct_ids other ON other.person = d.person
		WHERE d.distinct_id = ?1 AND other.distinct_id <> ?1 AND other.distinct_id GLOB '${TIME_ORDERED_UUID}'
	`);
	const insert = database.prepare(
		"INSERT INTO persons (uuid, created_at, is_identified, properties) VALUES (?, ?, ?, '{}')",
	);
	const update = database.prepare(
		"UPDATE persons SET created_at = ?, is_identified = ?, properties = ? WHERE id = ?",
	);
	const link = database.prepare(
		"INSERT INTO person_distinct_ids (distinct_id, person) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET person = ?2",
	);
	const relink = database.prepare("UPDATE person_distinct_ids SET person = ? WHERE person = ?");
	const unlink = database.prepare("DELETE FROM person_distinct_ids WHERE person = ?");
	const remove = database.prepare("DELETE FROM persons WHERE id = ?");

	const readPerson = (row: Record<string, unknown>): Person => {
		const record = readRecord(row);
		const distinctIds = idsOf.all(record.id).map((link) => String(link["distinct_id"]));
		return { ...record, distinctIds };
	};
	const find: Persons["find"] = (distinctId) => {
		const row = byDistinctId.get(distinctId);
		return row === undefined ? undefined : readPerson(row);
	};
	// An event changes none of the ids.
	const findRecord: Persons["findRecord"] = (distinctId) => {
		const row = byDistinctId.get(distinctId);
		return row === undefined ? undefined : readRecord(row);
	};
	const get: Persons["get"] = (uuid) => {
		const row = byUuid.get(uuid);
		return row === undefined ? undefined : readPerson(row);
	};
	const save = (person: PersonRecord): void => {
		const { createdAt, isIdentified, properties, id } = person;
		update.run(createdAt, isIdentified ? 1 : 0, JSON.stringify(properties), id);
	};
	const findOrCreate = (distinctId: string, now: number): PersonRecord => {
		const known = findRecord(distinctId);
		if (known !== undefined) return known;
		const id = Number(insert.run(freeUuid(distinctId, get), now, 0).lastInsertRowid);
		link.run(distinctId, id);
		// It has just been written, so it is there.
		return findRecord(distinctId) as PersonRecord;
	};
	const fold = (target: PersonRecord, other: PersonRecord): PersonRecord => {
		relink.run(target.id, other.id);
		remove.run(other.id);
		return mergePersons(target, other);
	};
	const merge = (distinctId: string, { kind, otherDistinctId }: PersonMerge, now: number): void => {
		const known = findRecord(distinctId);
		const other = findRecord(otherDistinctId);
		const target = known ?? other ?? findOrCreate(distinctId, now);
		if (known === undefined && other !== undefined) link.run(distinctId, other.id);
		if (other === undefined) link.run(otherDistinctId, target.id);
		const isSecond = other !== undefined && other.id !== target.id;
		const isFree = isSecond && (!other.isIdentified || kind === "force");
		save({ ...(isFree ? fold(target, other) : target), isIdentified: true });
	};

	return {
		find,
		get,
		findRecord,
		oldestClientId: (distinctId) => {
			const id = oldestClientId.get(distinctId)?.["id"];
			return typeof id === "string" ? id : undefined;
		},
		uuidOf: (distinctId) => {
			const uuid = byDistinctId.get(distinctId)?.["uuid"];
			return typeof uuid === "string" ? uuid : personUuid(distinctId);
		},
		list: ({ limit, beforeId = Number.MAX_SAFE_INTEGER }) =>
			newest.all(beforeId, limit).map(readPerson),
		apply: (distinctId, action, now) => {
			if (action.merge !== undefined) merge(distinctId, action.merge, now);
			const person = findOrCreate(distinctId, now);
			const properties = applyPersonChange(person.properties, action.change);
			if (properties !== undefined) save({ ...person, properties });
		},
		erase: ({ id }) => {
			unlink.run(id);
			remove.run(id);
		},
	};
}

function readRecord(row: Record<string, unknown>): PersonRecord {
	return {
		id: Number(row["id"]),
		uuid: String(row["uuid"]),
		createdAt: Number(row["created_at"]),
		isIdentified: row["is_identified"] === 1,
		properties: JSON.parse(String(row["properties"])),
	};
}

/** The same distinct id gives the same person id, on every server and whether or not a person is kept. */
export function personUuid(distinctId: string): string {
	const hash = createHash("sha1").update(PERSON_NAMESPACE).update(`${PROJECT}:${distinctId}`);
	const bytes = hash.digest().subarray(0, 16);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A person who lives on under another distinct id may still hold the id that is due by rule. */
function freeUuid(distinctId: string, get: Persons["get"]): string {
	const due = personUuid(distinctId);
	return get(due) === undefined ? due : personUuid(`${distinctId} ${due}`);
}
