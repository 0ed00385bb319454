import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { KnownPages } from "../content/load-revision.ts";
import type { PageReading } from "../content/read-pages.ts";

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
const FORMAT = 2;

interface Stored extends Pick<PageStoreOptions, "buildId" | "siteFolder"> {
	readonly format: typeof FORMAT;
	readonly iconsState: string;
	readonly markdown: KnownPages["markdown"];
	/** Bodies are left out, and stand one behind the other after this. */
	readonly readings: readonly (readonly [string, PageReading, number])[];
}

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
			await writeFile(unfinished, this.#encode({ readings, iconsState, markdown }));
			await rename(unfinished, this.#file);
		} finally {
			await rm(unfinished, { force: true });
		}
	}

	#encode({ readings, iconsState, markdown }: KnownPages): Buffer {
		const bodies: Uint8Array[] = [];
		const { buildId, siteFolder } = this.#options;
		const stored: Stored = {
			format: FORMAT,
			buildId,
			siteFolder,
			iconsState,
			markdown,
			readings: [...readings].map(([file, reading]) => {
				const packed = reading.page?.body.packed ?? NOTHING;
				bodies.push(packed);
				return [file, withBody(reading, NOTHING), packed.length] as const;
			}),
		};
		const head = serialize(stored);
		const length = Buffer.alloc(LENGTH_BYTES);
		length.writeUInt32LE(head.length);
		return Buffer.concat([length, head, ...bodies]);
	}

	#decode(bytes: Buffer): KnownPages | undefined {
		const start = LENGTH_BYTES + bytes.readUInt32LE();
		// Written by `#encode()`; the format and the build say whether it was this one.
		const stored = deserialize(bytes.subarray(LENGTH_BYTES, start)) as Stored;
		const { buildId, siteFolder } = this.#options;
		if (stored.format !== FORMAT || stored.buildId !== buildId) return undefined;
		if (stored.siteFolder !== siteFolder) return undefined;
		const shared = new Uint8Array(new SharedArrayBuffer(bytes.length - start));
		shared.set(bytes.subarray(start));
		const readings = new Map<string, PageReading>();
		let offset = 0;
		for (const [file, reading, length] of stored.readings) {
			if (offset + length > shared.length) return undefined;
			// A memory of its own for each page, or the last that stays would keep them all.
			const body = new Uint8Array(new SharedArrayBuffer(length));
			body.set(shared.subarray(offset, offset + length));
			readings.set(file, withBody(reading, body));
			offset += length;
		}
		return { readings, iconsState: stored.iconsState, markdown: stored.markdown };
	}
}

/** Of the length of what stands before the bodies. */
const LENGTH_BYTES = 4;

const NOTHING = new Uint8Array();

function withBody(reading: PageReading, packed: Uint8Array): PageReading {
	const { page } = reading;
	if (page === undefined) return reading;
	return { ...reading, page: { ...page, body: { ...page.body, packed } } };
}
