import { readUuid } from "../database/stored-id.ts";
import { createTraitReader } from "../dictionary/trait-sets.ts";
import type { StoreParts } from "../store-parts.ts";
import { createRowRenderer } from "./event-row.ts";

export interface AskedBlock {
	/** Name of the file, as in exports. */
	readonly source: string;
	/** Number of the event before the first. */
	readonly after: number;
	/** Number of the last event, for a block that is read again. */
	readonly last?: number | undefined;
	readonly limit: number;
}

export interface ReadBlock {
	readonly first: number;
	readonly last: number;
	readonly firstUuid: string;
	/** Whether the block ended at its limit of bytes or events: more events may follow. */
	readonly isFull: boolean;
	/** Lines of `createRowRenderer()` for the table `events`. */
	readonly rows: readonly Uint8Array[];
}

type BlockReader = Pick<StoreParts, "database" | "strings">;

/** Size limit: the whole block is in memory. */
const BLOCK_BYTES = 16_000_000;

/** Reads a block of the queue in ClickHouse's format. @returns `undefined` if no event is left. */
export function readBlock(
	{ database, strings }: BlockReader,
	{ source, after, last, limit }: AskedBlock,
): ReadBlock | undefined {
	const events = database
		.prepare(`
			SELECT e.*, d.text AS id_text FROM events e JOIN distinct_ids d ON d.id = e.distinct_id
			WHERE e.id > ? AND e.id <= ? ORDER BY e.id LIMIT ?
		`)
		.iterate(after, last ?? Number.MAX_SAFE_INTEGER, limit);
	const render = createRowRenderer({ strings, traitsOf: createTraitReader(database) }, source);
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

const CHUNK_BYTES = 1 << 20;

/**
 * Buffers a long text as bytes, in chunks that can be transferred to another thread. Does not store added
 * texts as strings: the garbage collector would move each one.
 */
class TextChunks {
	readonly #full: Uint8Array[] = [];
	#chunk = Buffer.alloc(0);
	#used = 0;
	/** Total length in bytes. */
	length = 0;

	add(text: string): void {
		// A UTF-16 code unit takes at most three bytes.
		const most = 3 * text.length;
		if (this.#used + most > this.#chunk.length) {
			this.#full.push(this.#chunk.subarray(0, this.#used));
			// Node's pool is avoided: pooled buffers cannot be transferred.
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
