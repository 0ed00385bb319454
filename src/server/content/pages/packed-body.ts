import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Heading } from "../../../shared/page/payload.ts";
import type { BodyPart } from "../markdown/parsed-body.ts";

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
