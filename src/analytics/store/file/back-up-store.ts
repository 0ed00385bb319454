import { closeSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Streams a copy of the store, with every acknowledged event, while the service
 * runs. It needs no room on the disk. The copy is complete when the stream ends.
 *
 * A read transaction keeps its snapshot in place: the log does not restart, and no later page is copied into the
 * file. So each page stays where it is: in its last frame of the log, or else in the file.
 *
 * The copy has no salts: they must not outlive two days, and a backup is kept for longer.
 *
 * @param path The store's file, in WAL mode.
 * @see https://www.sqlite.org/walformat.html
 */
export async function backUpStore(path: string, output: Writable): Promise<void> {
	const reader = new DatabaseSync(path, { timeout: 5_000 });
	const files: number[] = [];
	const open = (suffix: string): number => {
		const file = openSync(path + suffix, "r");
		files.push(file);
		return file;
	};
	try {
		const writer = new DatabaseSync(path, { timeout: 5_000 });
		let snapshot: Snapshot;
		try {
			// Writers wait for as long as it takes to read the heads of some thousand frames.
			writer.exec("BEGIN IMMEDIATE");
			reader.exec("BEGIN; SELECT count(*) FROM sqlite_schema;");
			snapshot = readSnapshot(reader, open);
		} finally {
			writer.close();
		}
		await pipeline(Readable.from(pagesOf(snapshot)), output);
	} finally {
		reader.close();
		// Not before: to close a file drops every lock that the process has on it, SQLite's too.
		for (const file of files) closeSync(file);
	}
}

/** One state of the store, as pages that are numbered from 1. */
interface Snapshot {
	readonly pageCount: number;
	readonly readPage: (number: number) => Buffer;
	readonly saltPages: ReadonlySet<number>;
}

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

function readSnapshot(reader: DatabaseSync, open: (suffix: string) => number): Snapshot {
	const pragma = (name: string): number => Number(reader.prepare(`PRAGMA ${name}`).get()?.[name]);
	const pageSize = pragma("page_size");
	const [file, log] = [open(""), open("-wal")];
	const frameAt = (frame: number): number =>
		WAL_HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + pageSize);
	const frames = new Map<number, number>();
	const lastFrame = readLastFrame(open("-shm"));
	for (let frame = 1; frame <= lastFrame; frame += 1) {
		frames.set(readAt(log, frameAt(frame), 4).readUInt32BE(), frame);
	}
	const salts = reader.prepare("SELECT pageno FROM dbstat WHERE name = 'salts'").all();
	return {
		pageCount: pragma("page_count"),
		saltPages: new Set(salts.map(({ pageno }) => Number(pageno))),
		readPage: (number) => {
			const frame = frames.get(number);
			return frame === undefined
				? readAt(file, (number - 1) * pageSize, pageSize)
				: readAt(log, frameAt(frame) + FRAME_HEADER_BYTES, pageSize);
		},
	};
}

/** In the head of the log's index, which is in the byte order of the machine. */
const LAST_FRAME_AT = 16;
const COPIED_BACK_AT = 96;

/** @returns 0 when every frame is copied back: the reader needs only the file, and the log may restart. */
function readLastFrame(index: number): number {
	const wordAt = (position: number): number =>
		new Uint32Array(readAt(index, position, 4).buffer)[0] ?? 0;
	const last = wordAt(LAST_FRAME_AT);
	return wordAt(COPIED_BACK_AT) === last ? 0 : last;
}

function readAt(file: number, position: number, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	if (readSync(file, bytes, 0, length, position) === length) return bytes;
	throw new Error(`The store ends before byte ${position + length}`);
}

/** In the first page, where a reader sees that there may be a log beside the file. */
const WRITE_VERSION_AT = 18;
const READ_VERSION_AT = 19;
const WITHOUT_LOG = 1;

/** Some hundred kilobytes. */
const PAGES_AT_ONCE = 64;

function* pagesOf({ pageCount, readPage, saltPages }: Snapshot): Generator<Buffer> {
	let pages: Buffer[] = [];
	for (let number = 1; number <= pageCount; number += 1) {
		const page = readPage(number);
		if (number === 1) {
			page[WRITE_VERSION_AT] = WITHOUT_LOG;
			page[READ_VERSION_AT] = WITHOUT_LOG;
		}
		if (saltPages.has(number)) removeRows(page);
		pages.push(page);
		if (pages.length < PAGES_AT_ONCE && number < pageCount) continue;
		yield Buffer.concat(pages);
		pages = [];
	}
}

/** A page of a table that has no other one. */
const LEAF_OF_TABLE = 0x0d;

/** @see https://www.sqlite.org/fileformat2.html#b_tree_pages */
function removeRows(page: Buffer): void {
	if (page[0] !== LEAF_OF_TABLE) throw new Error("The salts must fit in one page");
	page.fill(0, 1);
	// Where the rows would begin: at the end; the largest page says it with a zero.
	page.writeUInt16BE(page.length % 65_536, 5);
}
