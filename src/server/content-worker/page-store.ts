import { closeSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { PRIVATE_MODE } from "../../platform/private-file.ts";
import { replaceFile } from "../../platform/shared-folder.ts";
import type { ParsedPage } from "../content/pages/parse-page.ts";
import type { KnownPages } from "../content/revision.ts";
import type { ContentThreadData } from "./revision-delta.ts";

/** The build id is checked, because another build may parse and store differently. */
type PageStoreOptions = Pick<ContentThreadData, "dataFolder" | "buildId" | "siteFolder">;

const FILE = "parsed-pages";

/** Writing this many pages takes one or two milliseconds. */
const PAGES_AT_ONCE = 50;

/** First value in the file. */
interface Head extends Pick<PageStoreOptions, "buildId" | "siteFolder"> {
	readonly iconsState: string;
	readonly markdown: KnownPages["markdown"];
	readonly pages: number;
}

/** A batch of pages without their bodies. The bodies follow in the same order, with these lengths. */
type Part = readonly (readonly [page: ParsedPage, bodyLength: number])[];

/**
 * Stores parsed pages for the next process, so that a start only parses files that have changed
 * in between. The file is a cache: if anything is wrong with it, it counts as missing.
 */
export class PageStore {
	readonly #options: PageStoreOptions;
	readonly #file: string;

	constructor(options: PageStoreOptions) {
		this.#options = options;
		this.#file = join(options.dataFolder, FILE);
	}

	/** Reads batches, and bodies into their final memory: garbage of the whole size would stay allocated. */
	read(): KnownPages | undefined {
		let descriptor: number | undefined;
		try {
			descriptor = openSync(this.#file, "r");
			return this.#decode(new StoreReader(descriptor));
		} catch {
			// Missing at the first start, truncated by a full disk, or written by another version of Node.
			return undefined;
		} finally {
			if (descriptor !== undefined) closeSync(descriptor);
		}
	}

	/** @throws {Error} When the data folder cannot be written to. */
	async write(known: KnownPages): Promise<void> {
		await replaceFile(this.#file, async (draft) => {
			const file = await open(draft, "wx", PRIVATE_MODE);
			try {
				await this.#write(file, known);
			} finally {
				await file.close();
			}
		});
	}

	/** Writes in batches, so that other work of this thread runs in between. */
	async #write(file: FileHandle, { parsed, ...known }: KnownPages): Promise<void> {
		const { buildId, siteFolder } = this.#options;
		const all = [...parsed.values()].flatMap(partsApart);
		const pages = all.length;
		const head: Head = { buildId, siteFolder, ...known, pages };
		await file.writev(withLength(head));
		for (let start = 0; start < pages; start += PAGES_AT_ONCE) {
			await file.writev(encodePart(all.slice(start, start + PAGES_AT_ONCE)));
		}
	}

	#decode(reader: StoreReader): KnownPages | undefined {
		// Written by `#write()`; the build id shows whether this build wrote it.
		const head = reader.readValue() as Head;
		const { buildId, siteFolder } = this.#options;
		if (head.buildId !== buildId || head.siteFolder !== siteFolder) return undefined;
		const parsed = new Map<string, ParsedPage>();
		while (parsed.size < head.pages) {
			for (const [page, length] of reader.readValue() as Part) {
				parsed.set(page.file, withBody(page, reader.readBody(length)));
			}
		}
		joinParts(parsed);
		return { parsed, iconsState: head.iconsState, markdown: head.markdown };
	}
}

/** Splits an API reference: each of its pages is stored separately after the page above it. */
function partsApart(page: ParsedPage): readonly ParsedPage[] {
	const { parts } = page;
	return parts === undefined ? [page] : [{ ...page, parts: [] }, ...parts];
}

function joinParts(parsed: Map<string, ParsedPage>): void {
	for (const [file, page] of parsed) {
		const above = parsed.get(page.partOf?.file ?? "");
		if (above === undefined) continue;
		// The list was just read, so nothing else uses it.
		(above.parts as ParsedPage[]).push(page);
		parsed.delete(file);
	}
}

function encodePart(pages: readonly ParsedPage[]): Uint8Array[] {
	const bodies = pages.map(({ body }) => body.packed);
	const part: Part = pages.map((page) => [withBody(page, NOTHING), page.body.packed.length]);
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
	readonly #descriptor: number;

	constructor(descriptor: number) {
		this.#descriptor = descriptor;
	}

	readValue(): unknown {
		const length = this.#fill(Buffer.alloc(LENGTH_BYTES)).readUInt32LE();
		if (length > MAX_VALUE_BYTES) throw new RangeError("A value is too long");
		return deserialize(this.#fill(Buffer.alloc(length)));
	}

	/** Reads a body into its own shared memory. */
	readBody(length: number): Uint8Array {
		return this.#fill(new Uint8Array(new SharedArrayBuffer(length)));
	}

	#fill<Target extends Uint8Array>(target: Target): Target {
		let filled = 0;
		while (filled < target.length) {
			const read = readSync(this.#descriptor, target, filled, target.length - filled, null);
			if (read === 0) throw new RangeError("The file must not be cut short");
			filled += read;
		}
		return target;
	}
}

/** Fifty pages of 2 MB take less without their bodies, so a larger length means damage. */
const MAX_VALUE_BYTES = 100_000_000;

/** Size of the length before a value. */
const LENGTH_BYTES = 4;

const NOTHING = new Uint8Array();

function withBody(page: ParsedPage, packed: Uint8Array): ParsedPage {
	return { ...page, body: { ...page.body, packed } };
}
