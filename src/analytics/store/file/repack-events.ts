import type { DatabaseSync } from "node:sqlite";
import type { Properties } from "../events/new-event.ts";
import { type EventIdentity, packProperties } from "../events/property-column.ts";
import { readStoredId } from "../events/stored-id.ts";
import type { Strings } from "../events/strings.ts";
import { UnusedTexts } from "../events/unused-texts.ts";
import type { Groups } from "../people/groups.ts";
import type { PrivacyGate } from "../privacy/privacy-gate.ts";
import { inTransaction } from "./transaction.ts";

const ROWS_PER_TRANSACTION = 1_000;
/** Some seconds of moving. */
const ROWS_PER_MESSAGE = 50_000;

export interface RepackOptions {
	readonly database: DatabaseSync;
	readonly strings: Strings;
	readonly groups: Groups;
	readonly gate: PrivacyGate;
	/** Told how far it is. */
	readonly log: (message: string) => void;
}

/**
 * Moves the events of version 8 of the schema, whose properties were templates that many shared,
 * with some thousand rows in memory. What was moved is moved: after a crash it goes on.
 */
export function repackEvents(options: RepackOptions): void {
	const { database, strings, log } = options;
	const table = "SELECT 1 FROM sqlite_schema WHERE name = 'events_of_version_8'";
	if (database.prepare(table).get() === undefined) return;
	const oldest = database.prepare(
		`SELECT * FROM events_of_version_8 ORDER BY id LIMIT ${ROWS_PER_TRANSACTION}`,
	);
	const insert = database.prepare(`
		INSERT INTO events SELECT id, uuid, timestamp, received_at, name, distinct_id, session, bot, ?,
			person_change, page, status FROM events_of_version_8 WHERE id = ?
	`);
	const remove = database.prepare("DELETE FROM events_of_version_8 WHERE id <= ?");
	const left = database.prepare("SELECT max(id) - min(id) + 1 AS count FROM events_of_version_8");
	let moved = 0;
	for (let rows = oldest.all(); rows.length > 0; rows = oldest.all()) {
		if (moved % ROWS_PER_MESSAGE === 0) {
			const count = Number(left.get()?.["count"]);
			log(
				`Moving the events of an older version: ${count} at most are left, and then the start goes on`,
			);
		}
		inTransaction(database, () => {
			for (const row of rows) insert.run(repack(row, options), Number(row["id"]));
			remove.run(Number(rows.at(-1)?.["id"]));
			strings.flush();
		});
		moved += ROWS_PER_TRANSACTION;
	}
	// Texts under which nothing was counted are no pages.
	const counted = "(SELECT value FROM roll_ups WHERE period = 2)";
	inTransaction(database, () => {
		database.exec(`
			UPDATE events SET page = NULL WHERE page IS NOT NULL AND page NOT IN ${counted};
			UPDATE events SET status = NULL WHERE status IS NOT NULL AND status NOT IN ${counted};
			DELETE FROM groups WHERE NOT EXISTS (
				SELECT 1 FROM group_members
				WHERE group_members.type_index = groups.type_index AND group_members.group_key = groups.group_key
			);
			DROP TABLE events_of_version_8;
		`);
		new UnusedTexts(database).removeAll();
	});
	strings.forget();
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

function repack(
	row: Record<string, unknown>,
	{ strings, groups, gate }: RepackOptions,
): Uint8Array {
	const identity = {
		uuid: readStoredId(row["uuid"]),
		distinctId: readStoredId(row["distinct_id"]),
	};
	const template = strings.textOf(Number(row["template"]));
	const { name, properties } = unpack(template, String(row["property_values"]), identity);
	strings.count(Number(row["name"]), 1);
	if (row["bot"] !== null) strings.count(Number(row["bot"]), 1);
	const cleaned = gate.properties(properties);
	for (const [type, key] of groupsOf(cleaned)) {
		groups.join({ type, key, distinctId: identity.distinctId, at: Number(row["timestamp"]) });
	}
	return packProperties({ properties: cleaned, name }, identity);
}

/** Keys with their values as they are, and keys whose values are the event's own. */
interface Template {
	readonly constants: Properties;
	readonly uuid: readonly string[];
	readonly distinctId: readonly string[];
	/** Keys of the values, in order. */
	readonly keys: readonly string[];
}

function unpack(template: string, json: string, { uuid, distinctId }: EventIdentity) {
	const values = JSON.parse(json);
	// As they were written: whole, beside their name, or apart from their template.
	if (template === "whole") return { name: undefined, properties: values as Properties };
	if (template === "named") {
		const [name, properties] = values as [string, Properties];
		return { name, properties };
	}
	const shared = JSON.parse(template) as Template;
	const own = values as readonly unknown[];
	const properties = {
		...shared.constants,
		...Object.fromEntries(shared.uuid.map((key) => [key, uuid])),
		...Object.fromEntries(shared.distinctId.map((key) => [key, distinctId])),
		...Object.fromEntries(shared.keys.map((key, index) => [key, own[index]])),
	};
	return { name: undefined, properties };
}

function groupsOf({ $groups, $group_type, $group_key }: Properties): readonly [string, string][] {
	const described: readonly [unknown, unknown] = [$group_type, $group_key];
	return [...Object.entries($groups ?? {}), described].flatMap(([type, key]) =>
		typeof type === "string" && (typeof key === "string" || typeof key === "number")
			? [[type, String(key)] as [string, string]]
			: [],
	);
}
