import type { DatabaseSync } from "node:sqlite";
import { readUuid } from "../database/stored-id.ts";
import type { Strings } from "../texts/strings.ts";
import { dayOf, isoDay } from "../totals/roll-up.ts";
import { createRowRenderer } from "./event-row.ts";
import { TextChunks } from "./text-chunks.ts";

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
	/** Whether it ends for its size, and not because there is no more. */
	readonly isFull: boolean;
	/** Rows of the table `events`, as `createRowRenderer()` makes them. */
	readonly rows: readonly Uint8Array[];
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
	/** Days (UTC) that they may lie in, such as `2026-11-23`. */
	readonly days: readonly string[];
	readonly rows: readonly Uint8Array[];
}

interface BlockReader {
	readonly database: DatabaseSync;
	readonly strings: Strings;
}

/** A block is in memory as a whole. */
const BLOCK_BYTES = 16_000_000;

/** Reads a stretch of the queue as ClickHouse takes it. @returns `undefined` where there is nothing. */
export function readBlock(
	{ database, strings }: BlockReader,
	{ source, after, last, limit }: AskedBlock,
): ReadBlock | undefined {
	const events = database
		.prepare(`
			SELECT ${COLUMNS} FROM events e JOIN distinct_ids d ON d.id = e.distinct_id
				LEFT JOIN sessions s ON s.id = e.session
			WHERE e.id > ? AND e.id <= ? ORDER BY e.id LIMIT ?
		`)
		.iterate(after, last ?? Number.MAX_SAFE_INTEGER, limit);
	const render = createRowRenderer({ source, strings, revision: 0 });
	// A block that is sent again must have the same bounds.
	const most = last === undefined ? BLOCK_BYTES : Number.POSITIVE_INFINITY;
	const rows = new TextChunks();
	let count = 0;
	let bounds: Pick<ReadBlock, "first" | "last" | "firstUuid"> | undefined;
	for (const event of events) {
		const number = Number(event["id"]);
		bounds ??= { first: number, last: number, firstUuid: readUuid(event["uuid"]) };
		bounds = { ...bounds, last: number };
		rows.add(render(event));
		count += 1;
		if (rows.length >= most) break;
	}
	if (bounds === undefined) return undefined;
	const isFull = rows.length >= most || count >= limit;
	return { ...bounds, isFull, rows: rows.chunks() };
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
			CROSS JOIN distinct_ids d ON d.id = e.distinct_id
			WHERE s.id IN (SELECT value FROM json_each(?)) AND e.id <= ?
		`)
		.all(JSON.stringify(sessions), last);
	const render = createRowRenderer({ source, strings, revision });
	const text = new TextChunks();
	for (const row of rows) text.add(render(row));
	return {
		numbers: rows.map((row) => Number(row["id"])),
		days: [
			...new Set(
				rows.flatMap(({ timestamp, started_at: start }) =>
					[timestamp, start].map((time) => isoDay(dayOf(Number(time)))),
				),
			),
		],
		rows: text.chunks(),
	};
}

const COLUMNS = `e.*, d.text AS id_text, s.traits AS session_traits, s.started_at, s.entry_page,
	coalesce(s.visitor, s.id) AS visitor`;
