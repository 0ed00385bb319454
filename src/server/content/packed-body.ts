import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Heading } from "../../shared/payload.ts";
import type { BodyPart } from "./parsed-page.ts";

/** What is read of a body when its page is shown. */
export interface UnpackedBody {
	readonly headings: readonly Heading[];
	/** HTML between the gaps; one more than there are gaps. */
	readonly literals: readonly string[];
}

/** Between the literals of a body; the Markdown parser lets no NUL of an author through. */
const GAP = "\0";

/** Measured on pages of 20 KB: the quickest level costs 50 µs and leaves a sixth. */
const LEVEL = 1;

/**
 * Packs a body into memory that threads share, outside of the heap.
 *
 * Ten thousand pages would otherwise be hundreds of megabytes of strings, once for each
 * thread that knows them, and all of that would be walked by every garbage collection.
 */
export function packBody(parts: readonly BodyPart[], headings: readonly Heading[]): Uint8Array {
	const html = parts.map((part) => (typeof part === "string" ? part : GAP)).join("");
	// JSON has no line break of its own.
	const packed = deflateRawSync(`${JSON.stringify(headings)}\n${html}`, { level: LEVEL });
	const shared = new Uint8Array(new SharedArrayBuffer(packed.length));
	shared.set(packed);
	return shared;
}

/** Names what a body says, apart from where its links lead. */
export function digestBody(parts: readonly BodyPart[]): string {
	const html = parts.map((part) => (typeof part === "string" ? part : GAP)).join("");
	return hash("sha256", html, "base64url").slice(0, DIGEST_LENGTH);
}

/** A hundred and thirty-two bits. */
const DIGEST_LENGTH = 22;

export function unpackBody(packed: Uint8Array): UnpackedBody {
	const text = inflateRawSync(packed).toString("utf8");
	const end = text.indexOf("\n");
	return {
		// Written by `packBody()` of this build: nothing else names such memory.
		headings: JSON.parse(text.slice(0, end)) as Heading[],
		literals: text.slice(end + 1).split(GAP),
	};
}

/** Puts what was resolved into the gaps. @param fills In the order of the gaps. */
export function fillGaps(literals: readonly string[], fills: readonly string[]): string {
	return literals.map((literal, index) => literal + (fills[index] ?? "")).join("");
}
