import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { visitedPage } from "../../ingest/visited-page.ts";
import { VISIT_TRAITS } from "../../wire/visit-traits.ts";
import type { Properties } from "../events/new-event.ts";
import { propertiesColumn, unpackContent } from "../events/property-column.ts";
import { readStoredId } from "../events/stored-id.ts";
import type { Strings } from "../events/strings.ts";
import { DAY_MS } from "../visits/roll-up.ts";
import { jsonPath } from "./json-path.ts";

export interface AskedBlock {
	/** Name of the file, as in exports. */
	readonly source: string;
	/** Number of the event before the first. */
	readonly after: number;
	/** Number of the last event, where a block is read again. */
	readonly last?: number | undefined;
	readonly limit: number;
}

export interface ReadBlock {
	readonly first: number;
	readonly last: number;
	readonly firstUuid: string;
	readonly count: number;
	/** Rows of the table `events`, one JSON object a line. */
	readonly lines: string;
}

export interface AskedSessions {
	readonly source: string;
	readonly sessions: readonly number[];
	/** Number of the last event that has been sent. */
	readonly last: number;
	/** Of which several are sent, the highest counts. */
	readonly revision: number;
}

export interface ReadSessions {
	/** Numbers of the events. */
	readonly numbers: readonly number[];
	/** Days (UTC) that they lie in, such as `2026-11-23`. */
	readonly days: readonly string[];
	/** Rows of the table `events`, one JSON object a line. */
	readonly lines: string;
}

interface BlockReader {
	readonly database: DatabaseSync;
	readonly strings: Strings;
}

/** Reads a stretch of the queue as ClickHouse takes it. @returns `undefined` where there is nothing. */
export function readBlock(
	{ database, strings }: BlockReader,
	{ source, after, last, limit }: AskedBlock,
): ReadBlock | undefined {
	const rows = database
		.prepare(`
			SELECT ${COLUMNS} FROM events e LEFT JOIN sessions s ON s.id = e.session
			WHERE e.id > ? AND e.id <= ? ORDER BY e.id LIMIT ?
		`)
		.all(after, last ?? Number.MAX_SAFE_INTEGER, limit);
	const [first, end] = [rows[0], rows.at(-1)];
	if (first === undefined || end === undefined) return undefined;
	return {
		first: Number(first["id"]),
		last: Number(end["id"]),
		firstUuid: readStoredId(first["uuid"]),
		count: rows.length,
		lines: linesOf(rows, { source, strings, revision: 0 }),
	};
}

/** Reads what has been sent of some sessions as it is now. */
export function readSessionsAgain(
	{ database, strings }: BlockReader,
	{ source, sessions, last, revision }: AskedSessions,
): ReadSessions {
	const rows = database
		.prepare(`
			SELECT ${COLUMNS} FROM sessions s CROSS JOIN events e INDEXED BY events_by_time
				ON e.timestamp BETWEEN s.started_at AND s.ended_at AND e.session = s.id
			WHERE s.id IN (SELECT value FROM json_each(?)) AND e.id <= ?
		`)
		.all(JSON.stringify(sessions), last);
	return {
		numbers: rows.map((row) => Number(row["id"])),
		days: [...new Set(rows.map((row) => dayOf(row["timestamp"])))],
		lines: linesOf(rows, { source, strings, revision }),
	};
}

const COLUMNS = `e.*, s.traits AS session_traits, s.started_at, s.entry_page,
	coalesce(s.visitor, s.id) AS visitor`;

function linesOf(
	rows: readonly Record<string, unknown>[],
	of: Omit<RowContext, "sourceBits">,
): string {
	const context = { ...of, sourceBits: sourceBitsOf(of.source) };
	return rows.map((row) => `${JSON.stringify(rowOf(row, context))}\n`).join("");
}

function dayOf(timestamp: unknown): string {
	return new Date(Math.floor(Number(timestamp) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

interface RowContext {
	readonly source: string;
	readonly sourceBits: bigint;
	readonly strings: Strings;
	readonly revision: number;
}

function rowOf(
	row: Record<string, unknown>,
	{ source, sourceBits, strings, revision }: RowContext,
): object {
	const uuid = readStoredId(row["uuid"]);
	const distinctId = readStoredId(row["distinct_id"]);
	const { name, properties } = unpackContent(propertiesColumn(row), { uuid, distinctId });
	const text = (number: unknown): string | null =>
		typeof number === "number" ? strings.textOf(number) : null;
	const event = name ?? text(row["name"]) ?? "";
	const at = Number(row["timestamp"]);
	const isOfVisit = typeof row["visitor"] === "number";
	const ofSource = (number: unknown): string => String(sourceBits | BigInt(Number(number)));
	// Written by the store, in the order of VISIT_TRAITS.
	const traits = JSON.parse(String(row["session_traits"] ?? "[]")) as readonly unknown[];
	return {
		source,
		number: row["id"],
		uuid,
		day: dayOf(at),
		visitor: isOfVisit ? ofSource(row["visitor"]) : "0",
		at,
		received_at: row["received_at"],
		event,
		distinct_id: distinctId,
		bot: text(row["bot"]) ?? "",
		// A view of a visit has its page in a column; whatever else happens on a page says so itself.
		page:
			event === "$pageview" && row["bot"] === null
				? text(row["page"])
				: (visitedPage(properties) ?? null),
		status: text(row["status"]),
		session: isOfVisit ? ofSource(row["session"]) : "0",
		started: isOfVisit ? row["started_at"] : 0,
		entry_page: text(row["entry_page"]),
		...Object.fromEntries(VISIT_TRAITS.map((trait, index) => [trait, text(traits[index])])),
		properties: textsOf(properties),
		body: JSON.stringify(properties),
		person_change: row["person_change"] ?? "",
		revision,
	};
}

/** Texts as they are, anything else as JSON: what questions compare. */
function textsOf(properties: Properties): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(properties).flatMap(([name, value]) => {
			const text = typeof value === "string" ? value : JSON.stringify(value);
			return name === "" || text === undefined ? [] : [[jsonPath(name), text]];
		}),
	);
}

/** Two files count visitors and sessions from 1: the upper half of a number tells them apart. */
function sourceBitsOf(source: string): bigint {
	return BigInt(createHash("sha256").update(source).digest().readUInt32BE()) << 32n;
}
