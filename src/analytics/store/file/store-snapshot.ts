import { type FileHandle, open } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";

/** One state of the store, as bytes. It holds for as long as it is open, whatever others write. */
export interface StoreSnapshot {
	readonly pageSize: number;
	readonly pageCount: number;
	/** @param number From 1. */
	readonly readPage: (number: number) => Promise<Buffer>;
	/** @returns The numbers of the pages of a table. */
	readonly pagesOf: (table: string) => readonly number[];
	readonly close: () => Promise<void>;
}

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** In the head of the index of the log, which is in the byte order of the machine. */
const LAST_FRAME_AT = 16;
const COPIED_BACK_AT = 96;

/**
 * Opens one state of a store that others go on writing.
 *
 * A read transaction keeps its snapshot in place: the log does not restart, and no later page is copied into the
 * file. So each page stays where it is: in its last frame of the log, or else in the file.
 *
 * @param path The store's file, in WAL mode.
 * @see https://www.sqlite.org/walformat.html
 */
export async function openSnapshot(path: string): Promise<StoreSnapshot> {
	const reader = new DatabaseSync(path, { timeout: 5_000 });
	const files: FileHandle[] = [];
	const close = async (): Promise<void> => {
		for (const file of files) await file.close();
		reader.close();
	};
	try {
		const frames = await startReading(reader, path);
		const file = await openInto(files, path);
		const log = frames.size === 0 ? undefined : await openInto(files, `${path}-wal`);
		const pageSize = numberOf(reader, "page_size");
		const table = reader.prepare("SELECT pageno FROM dbstat WHERE name = ?");
		return {
			pageSize,
			pageCount: numberOf(reader, "page_count"),
			pagesOf: (name) => table.all(name).map(({ pageno }) => Number(pageno)),
			readPage: (number) => {
				const frame = frames.get(number);
				if (log === undefined || frame === undefined) {
					return readAt(file, (number - 1) * pageSize, pageSize);
				}
				const frameAt = WAL_HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + pageSize);
				return readAt(log, frameAt + FRAME_HEADER_BYTES, pageSize);
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Writers wait meanwhile, for as long as it takes to read the heads of some thousand frames.
 *
 * @returns The last frame of each page that must be read from the log.
 */
async function startReading(
	reader: DatabaseSync,
	path: string,
): Promise<ReadonlyMap<number, number>> {
	const writer = new DatabaseSync(path, { timeout: 5_000 });
	try {
		writer.exec("BEGIN IMMEDIATE");
		reader.exec("BEGIN; SELECT count(*) FROM sqlite_schema;");
		return await lastFrames(path, numberOf(reader, "page_size"));
	} finally {
		writer.close();
	}
}

async function lastFrames(path: string, pageSize: number): Promise<ReadonlyMap<number, number>> {
	const files: FileHandle[] = [];
	try {
		const index = await openInto(files, `${path}-shm`);
		const lastFrame = await wordAt(index, LAST_FRAME_AT);
		// When every frame is copied back, the reader needs only the file, and the log may restart.
		if ((await wordAt(index, COPIED_BACK_AT)) === lastFrame) return new Map();
		const log = await openInto(files, `${path}-wal`);
		const frames = new Map<number, number>();
		for (let frame = 1; frame <= lastFrame; frame += 1) {
			const at = WAL_HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + pageSize);
			frames.set((await readAt(log, at, 4)).readUInt32BE(), frame);
		}
		return frames;
	} finally {
		for (const file of files) await file.close();
	}
}

async function openInto(files: FileHandle[], path: string): Promise<FileHandle> {
	const file = await open(path);
	files.push(file);
	return file;
}

async function wordAt(file: FileHandle, position: number): Promise<number> {
	const bytes = await readAt(file, position, 4);
	return new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0] ?? 0;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
	if (bytesRead !== length) throw new Error(`The store ends before byte ${position + length}`);
	return buffer;
}

function numberOf(database: DatabaseSync, pragma: string): number {
	return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}
