import { closeSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Streams a copy of the store, with every acknowledged event, while the service runs. Needs no disk space.
 * The copy is complete when the stream ends.
 *
 * An open read transaction fixes the position of each page: in its last frame of the log, or else in the
 * file. SQLite does not restart the log or copy later pages into the file meanwhile.
 *
 * The copy has no salts: they must not outlive two days, and backups are stored for longer.
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
			// Blocks writers while this code reads the headers of some thousand frames.
			writer.exec("BEGIN IMMEDIATE");
			reader.exec("BEGIN; SELECT count(*) FROM sqlite_schema;");
			snapshot = readSnapshot(reader, open);
		} finally {
			writer.close();
		}
		await pipeline(Readable.from(pagesOf(snapshot)), output);
	} finally {
		reader.close();
		// Closing a file earlier would drop every lock of the process on it, including SQLite's.
		for (const file of files) closeSync(file);
	}
}

/** A state of the store. Pages are numbered from 1. */
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

/** Byte offsets in the header of the log's index, which has the byte order of the machine. */
const LAST_FRAME_AT = 16;
const COPIED_BACK_AT = 96;

/** @returns 0 if every frame is in the file: the reader needs only the file, and the log may restart. */
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

/** Byte offsets in the first page. Version 2 tells a reader that a log may exist beside the file. */
const WRITE_VERSION_AT = 18;
const READ_VERSION_AT = 19;
const WITHOUT_LOG = 1;

/** 256 KB, for pages of 4 KB. */
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

/** Type of a leaf page of a table. A root page of this type is the table's only page. */
const LEAF_OF_TABLE = 0x0d;

/** @see https://www.sqlite.org/fileformat2.html#b_tree_pages */
function removeRows(page: Buffer): void {
	if (page[0] !== LEAF_OF_TABLE) throw new Error("The salts must fit in one page");
	page.fill(0, 1);
	// Offset of the first row: the end of the page. 0 means 65,536.
	page.writeUInt16BE(page.length % 65_536, 5);
}
