import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { KnownPages } from "../content/load-revision.ts";
import type { PageReading } from "../content/pages/read-pages.ts";

export interface PageStoreOptions {
	/** Absolute. */
	readonly dataFolder: string;
	/** Another build may parse in another way. */
	readonly buildId: string;
	/** Absolute: what the files are relative to. */
	readonly siteFolder: string;
}

const FILE = "parsed-pages";

/** Changes with the form of what is stored. */
const FORMAT = 3;

/** Writing down so many takes a millisecond or two. */
const PAGES_AT_ONCE = 50;

/** What stands first in the file. */
interface Head extends Pick<PageStoreOptions, "buildId" | "siteFolder"> {
	readonly format: typeof FORMAT;
	readonly iconsState: string;
	readonly markdown: KnownPages["markdown"];
	readonly pages: number;
}

/** Some pages. Bodies are left out, and stand one behind the other after this, with these lengths. */
type Part = readonly (readonly [file: string, reading: PageReading, bodyLength: number])[];

/**
 * Keeps what was parsed from one process to the next, so that a start parses only what has
 * changed in between. It is a copy of what can be made again: whatever is wrong with it, it
 * counts as absent.
 */
export class PageStore {
	readonly #options: PageStoreOptions;
	readonly #file: string;

	constructor(options: PageStoreOptions) {
		this.#options = options;
		this.#file = join(options.dataFolder, FILE);
	}

	async read(): Promise<KnownPages | undefined> {
		try {
			return this.#decode(await readFile(this.#file));
		} catch {
			// Absent at the first start, cut short by a full disk, or of another Node.
			return undefined;
		}
	}

	/** @throws {Error} When the data folder cannot be written to. */
	async write({ readings, iconsState, markdown }: KnownPages): Promise<void> {
		const unfinished = `${this.#file}-${randomUUID()}`;
		try {
			await mkdir(this.#options.dataFolder, { recursive: true });
			const file = await open(unfinished, "wx");
			try {
				await this.#write(file, { readings, iconsState, markdown });
			} finally {
				await file.close();
			}
			await rename(unfinished, this.#file);
		} finally {
			await rm(unfinished, { force: true });
		}
	}

	/** In parts: visitors who wait for this thread come in between. */
	async #write(file: FileHandle, { readings, iconsState, markdown }: KnownPages): Promise<void> {
		const { buildId, siteFolder } = this.#options;
		const pages = readings.size;
		const head: Head = { format: FORMAT, buildId, siteFolder, iconsState, markdown, pages };
		await file.writev(withLength(head));
		const entries = [...readings];
		for (let start = 0; start < pages; start += PAGES_AT_ONCE) {
			await file.writev(encodePart(entries.slice(start, start + PAGES_AT_ONCE)));
		}
	}

	#decode(bytes: Buffer): KnownPages | undefined {
		const reader = new StoreReader(bytes);
		// Written by `#write()`; the format and the build say whether it was this one.
		const head = reader.readValue() as Head;
		const { buildId, siteFolder } = this.#options;
		if (head.format !== FORMAT || head.buildId !== buildId) return undefined;
		if (head.siteFolder !== siteFolder) return undefined;
		const readings = new Map<string, PageReading>();
		while (readings.size < head.pages) {
			for (const [file, reading, length] of reader.readValue() as Part) {
				readings.set(file, withBody(reading, reader.readBody(length)));
			}
		}
		return { readings, iconsState: head.iconsState, markdown: head.markdown };
	}
}

function encodePart(entries: readonly (readonly [string, PageReading])[]): Uint8Array[] {
	const bodies = entries.map(([, { page }]) => page?.body.packed ?? NOTHING);
	const part: Part = entries.map(([file, reading], index) => [
		file,
		withBody(reading, NOTHING),
		bodies[index]?.length ?? 0,
	]);
	return [...withLength(part), ...bodies.filter(({ length }) => length > 0)];
}

function withLength(value: Head | Part): Uint8Array[] {
	const bytes = serialize(value);
	const length = Buffer.alloc(LENGTH_BYTES);
	length.writeUInt32LE(bytes.length);
	return [length, bytes];
}

/** @throws {RangeError} When the file ends too soon. */
class StoreReader {
	readonly #bytes: Buffer;
	#offset = 0;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
	}

	readValue(): unknown {
		const length = this.#bytes.readUInt32LE(this.#offset);
		this.#offset += LENGTH_BYTES;
		return deserialize(this.#take(length));
	}

	/** In a memory of its own, or the last page that stays would keep that of all. */
	readBody(length: number): Uint8Array {
		const body = new Uint8Array(new SharedArrayBuffer(length));
		body.set(this.#take(length));
		return body;
	}

	#take(length: number): Buffer {
		const end = this.#offset + length;
		if (end > this.#bytes.length) throw new RangeError("The file must not be cut short");
		const taken = this.#bytes.subarray(this.#offset, end);
		this.#offset = end;
		return taken;
	}
}

/** Of the length of a value. */
const LENGTH_BYTES = 4;

const NOTHING = new Uint8Array();

function withBody(reading: PageReading, packed: Uint8Array): PageReading {
	const { page } = reading;
	if (page === undefined) return reading;
	return { ...reading, page: { ...page, body: { ...page.body, packed } } };
}
