import { readUuid } from "../database/stored-id.ts";
import type { StoreParts } from "../store-parts.ts";
import { dayOf, isoDay } from "../totals/roll-up.ts";
import { createRowRenderer } from "./event-row.ts";

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

type BlockReader = Pick<StoreParts, "database" | "strings">;

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
	const render = createRowRenderer(strings, source, 0);
	// A block that is sent again must have the same bounds.
	const most = last === undefined ? BLOCK_BYTES : Number.POSITIVE_INFINITY;
	const rows = new TextChunks();
	let count = 0;
	let first: Pick<ReadBlock, "first" | "firstUuid"> | undefined;
	let lastRead = 0;
	for (const event of events) {
		lastRead = Number(event["id"]);
		first ??= { first: lastRead, firstUuid: readUuid(event["uuid"]) };
		rows.add(render(event));
		count += 1;
		if (rows.length >= most) break;
	}
	const isFull = rows.length >= most || count >= limit;
	return first && { ...first, last: lastRead, isFull, rows: rows.chunks() };
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
	const render = createRowRenderer(strings, source, revision);
	const text = new TextChunks();
	for (const row of rows) text.add(render(row));
	const times = rows.flatMap(({ timestamp, started_at: start }) => [timestamp, start]);
	return {
		numbers: rows.map((row) => Number(row["id"])),
		days: [...new Set(times.map((time) => isoDay(dayOf(Number(time)))))],
		rows: text.chunks(),
	};
}

const COLUMNS = `e.*, d.text AS id_text, s.traits AS session_traits, s.started_at, s.entry_page,
	coalesce(s.visitor, s.id) AS visitor`;

const CHUNK_BYTES = 1 << 20;

/**
 * A long text as bytes, in pieces that can be transferred to another thread. No added text is
 * kept as a string: the garbage collector would move each one.
 */
class TextChunks {
	readonly #full: Uint8Array[] = [];
	#chunk = Buffer.alloc(0);
	#used = 0;
	/** In bytes. */
	length = 0;

	add(text: string): void {
		// No character takes more than three bytes.
		const most = 3 * text.length;
		if (this.#used + most > this.#chunk.length) {
			this.#full.push(this.#chunk.subarray(0, this.#used));
			// Not from Node's pool, which cannot be transferred.
			this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
			this.#used = 0;
		}
		const written = this.#chunk.write(text, this.#used);
		this.#used += written;
		this.length += written;
	}

	chunks(): readonly Uint8Array[] {
		const all = [...this.#full, this.#chunk.subarray(0, this.#used)];
		return all.filter(({ length }) => length > 0);
	}
}
