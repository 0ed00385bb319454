import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Heading } from "../../../shared/page/payload.ts";
import type { FrontMatter, PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import type { BodyPart } from "../markdown/parsed-body.ts";
import type { CommitTimes, Page, PageRecord } from "./page.ts";

/**
 * A page whose body is unpacked when it is asked for. Its own members are its record, so
 * that it can be posted to another thread as it is.
 */
export class PackedPage implements Page, PageRecord {
	readonly path: string;
	readonly file: string;
	readonly title: string;
	readonly navigation: PageNavigationEntry | false;
	readonly frontMatter: FrontMatter;
	readonly isReadable: boolean;
	readonly hasHeading: boolean;
	readonly modifiedMs: number;
	readonly committed: CommitTimes | undefined;
	readonly digest: string;
	readonly packedBody: Uint8Array;
	readonly fills: string;
	/** Showing a page takes its headings and its HTML; after that it is rarely asked for again. */
	#unpacked: WeakRef<UnpackedBody> | undefined;

	constructor(record: PageRecord) {
		this.path = record.path;
		this.file = record.file;
		this.title = record.title;
		this.navigation = record.navigation;
		this.frontMatter = record.frontMatter;
		this.isReadable = record.isReadable;
		this.hasHeading = record.hasHeading;
		this.modifiedMs = record.modifiedMs;
		this.committed = record.committed;
		this.digest = record.digest;
		this.packedBody = record.packedBody;
		this.fills = record.fills;
	}

	get html(): string {
		return fillGaps(this.#unpack().literals, this.fills.split("\0"));
	}

	get headings(): readonly Heading[] {
		return this.#unpack().headings;
	}

	#unpack(): UnpackedBody {
		const known = this.#unpacked?.deref();
		if (known !== undefined) return known;
		const unpacked = unpackBody(this.packedBody);
		this.#unpacked = new WeakRef(unpacked);
		return unpacked;
	}
}

/** What is read of a body when its page is shown. */
export interface UnpackedBody {
	readonly headings: readonly Heading[];
	/** HTML between the gaps; one more than there are gaps. */
	readonly literals: readonly string[];
}

/** Between the literals of a body; the Markdown parser lets no NUL of an author through. */
const GAP = "\0";

/** Of the number before the packed bytes, which says how many they are unpacked. */
const LENGTH_BYTES = 4;

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The text of a body with its gaps: what it says, apart from where its links lead. */
export function bodyText(parts: readonly BodyPart[]): string {
	return parts.map((part) => (typeof part === "string" ? part : GAP)).join("");
}

/**
 * Packs a body into memory that threads share, outside of the heap: as strings, ten thousand
 * pages would be hundreds of megabytes, once for each thread that knows them.
 *
 * @param text By `bodyText()`.
 * @returns For `unpackBody()` and `unpackBytes()` alone.
 */
export function packBody(text: string, headings: readonly Heading[]): Uint8Array {
	// JSON has no line break of its own.
	const bytes = Buffer.from(`${JSON.stringify(headings)}\n${text}`);
	const packed = zstdCompressSync(bytes, COMPRESSION);
	const shared = new Uint8Array(new SharedArrayBuffer(LENGTH_BYTES + packed.length));
	new DataView(shared.buffer).setUint32(0, bytes.length);
	shared.set(packed, LENGTH_BYTES);
	return shared;
}

export function unpackBody(packed: Uint8Array): UnpackedBody {
	const text = unpack(packed).toString("utf8");
	const end = text.indexOf("\n");
	return {
		// Written by `packBody()` of this build: nothing else names such memory.
		headings: JSON.parse(text.slice(0, end)) as Heading[],
		literals: text.slice(end + 1).split(GAP),
	};
}

/** Into one buffer of its size: in pieces, it would take twice the memory outside of the heap. */
function unpack(packed: Uint8Array): Buffer {
	const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
	// With a byte left over, zlib knows that nothing follows.
	const chunkSize = Math.max(constants.Z_MIN_CHUNK, length + 1);
	return zstdDecompressSync(packed.subarray(LENGTH_BYTES), { chunkSize });
}

/** The HTML of a body in UTF-8, with a NUL where each link and image leads: enough to read its text. */
export function unpackBytes(packed: Uint8Array): Buffer {
	const bytes = unpack(packed);
	return bytes.subarray(bytes.indexOf("\n") + 1);
}

/** Puts what was resolved into the gaps. @param fills In the order of the gaps. */
export function fillGaps(literals: readonly string[], fills: readonly string[]): string {
	return literals.map((literal, index) => literal + (fills[index] ?? "")).join("");
}
