import { createDecipheriv, hkdfSync } from "node:crypto";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { readJson } from "../../wire/decode-body.ts";
import type { EventWriter } from "../events/event-writer.ts";
import type { NewEvent } from "../events/new-event.ts";
import type { PrivacyGate } from "../privacy/privacy-gate.ts";
import type { Salts } from "../visits/salts.ts";

/** Part of a request of version 5, as it came. */
export interface SealedEvents {
	/** What the steps must know of the request, as JSON. */
	readonly facts: string;
	/** `undefined` for an entry that is no JSON. */
	readonly rawEvents: readonly unknown[];
}

export type ReadSealed = (
	sealed: SealedEvents,
	store: { readonly salts: Salts; readonly gate: PrivacyGate },
) => readonly NewEvent[];

export interface FoldOptions {
	readonly database: DatabaseSync;
	readonly writer: EventWriter;
	readonly salts: Salts;
	readonly gate: PrivacyGate;
	readonly readSealed: ReadSealed;
}

/**
 * Writes what version 5 of the schema had staged: events that were acknowledged and had no rows
 * of their own yet. In the order in which they came, each row forgotten in the transaction that
 * writes its events; then the table goes. Called before any salt is destroyed.
 *
 * @returns How many events no key opens any more.
 */
export function foldStaged(options: FoldOptions): number {
	const { database, writer } = options;
	if (!hasTable(database)) return 0;
	const oldest = database.prepare("SELECT * FROM events_of_version_5 ORDER BY id LIMIT 1");
	const remove = database.prepare("DELETE FROM events_of_version_5 WHERE id = ?");
	let lost = 0;
	for (let row = oldest.get(); row !== undefined; row = oldest.get()) {
		const { id = null, count } = row;
		const events = eventsOf(row, options);
		if (events === undefined) lost += Number(count);
		writer.write(events ?? [], { alongside: () => remove.run(id) });
	}
	database.exec("DROP TABLE events_of_version_5; PRAGMA wal_checkpoint(TRUNCATE);");
	return lost;
}

function hasTable(database: DatabaseSync): boolean {
	const table = "SELECT 1 FROM sqlite_schema WHERE name = 'events_of_version_5'";
	return database.prepare(table).get() !== undefined;
}

function eventsOf(
	{ events, sealed, sealed_day: day }: Record<string, SQLOutputValue>,
	{ salts, gate, readSealed }: FoldOptions,
): readonly NewEvent[] | undefined {
	if (!(sealed instanceof Uint8Array)) return unpack(String(events));
	const text = unseal(sealed, salts.find(Number(day)));
	if (text === undefined) return undefined;
	const end = text.indexOf("\n");
	const sealedEvents = { facts: text.slice(0, end), rawEvents: entriesOf(text.slice(end + 1)) };
	return readSealed(sealedEvents, { salts, gate });
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, tag and text of AES-256-GCM, with a key of the day's salt. */
function unseal(sealed: Uint8Array, salt: Uint8Array | undefined): string | undefined {
	if (salt === undefined) return undefined;
	const key = new Uint8Array(hkdfSync("sha256", salt, "", "loggia staged events", 32));
	const tagEnd = NONCE_BYTES + TAG_BYTES;
	const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES));
	decipher.setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
	try {
		return decipher.update(sealed.subarray(tagEnd), undefined, "utf8") + decipher.final("utf8");
	} catch {
		// Its only error: the tag is that of something else.
		return undefined;
	}
}

/** @param list Entries of a JSON list, without its brackets; one may be malformed. */
function entriesOf(list: string): readonly unknown[] {
	const whole = readJson(`[${list}]`);
	return Array.isArray(whole) ? whole : splitAtCommas(list).map(readJson);
}

function splitAtCommas(list: string): readonly string[] {
	const entries: string[] = [];
	let depth = 0;
	let start = 0;
	for (const { 0: mark, index } of list.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g)) {
		if (mark === "{" || mark === "[") depth += 1;
		if (mark === "}" || mark === "]") depth -= 1;
		if (mark !== "," || depth > 0) continue;
		entries.push(list.slice(start, index));
		start = index + 1;
	}
	return [...entries, list.slice(start)];
}

type Kind = readonly [event: string, receivedAt: number, keys: readonly string[]];
type Row = readonly [
	kind: number,
	uuid: string,
	distinctId: string,
	timestamp: number,
	values: readonly unknown[],
	details?: Partial<Pick<NewEvent, "personChange" | "person" | "groups" | "bot">> & {
		/** The visitor in base64. */
		readonly visit?: Omit<NonNullable<NewEvent["visit"]>, "visitor"> & { readonly visitor: string };
	},
];

/** Events that had passed the steps: names, keys and times of arrival once for all that share them. */
function unpack(json: string): readonly NewEvent[] {
	const { kinds, rows } = JSON.parse(json) as { kinds: readonly Kind[]; rows: readonly Row[] };
	return rows.map(([kind, uuid, distinctId, timestamp, values, details = {}]) => {
		const [event, receivedAt, keys] = kinds[kind] as Kind;
		const { personChange, person, groups = [], bot, visit } = details;
		return {
			uuid,
			event,
			distinctId,
			timestamp,
			receivedAt,
			properties: Object.fromEntries(keys.map((key, index) => [key, values[index]])),
			personChange,
			person,
			groups,
			bot,
			visit: visit && { ...visit, visitor: Buffer.from(visit.visitor, "base64") },
		};
	});
}
