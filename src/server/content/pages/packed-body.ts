import { hash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Heading } from "../../../shared/page/payload.ts";
import { CodeHighlighter, renderPlainCode } from "../markdown/code/code-highlighter.ts";
import type { BodyCode, BodyPart } from "./parsed-page.ts";

/** What is read of a body when its page is shown. */
export interface UnpackedBody {
	readonly headings: readonly Heading[];
	/** HTML between the gaps; one more than there are gaps. */
	readonly literals: readonly string[];
}

/** Between the literals of a body; the Markdown parser lets no NUL of an author through. */
const GAP = "\0";

/** Before and after code that is yet to be highlighted. Gaps are within tags: no two stand together. */
const CODE = "\0\0";

/** Measured on pages of 20 KB: half the time of the quickest that deflates, and as small. */
const COMPRESSION = {
	params: { [constants.ZSTD_c_compressionLevel]: 3 },
	// Most pages are smaller when they are packed; what is allocated is garbage right after.
	chunkSize: 8192,
};

/** Texts of most pages fit in, whatever letters they have. */
const SCRATCH = Buffer.allocUnsafeSlow(65_536);

const MAX_BYTES_OF_UNIT = 3;

/** The text of a body with its gaps: what it says, apart from where its links lead. */
export function bodyText(parts: readonly BodyPart[]): string {
	return parts.map(textOfPart).join("");
}

/**
 * Packs a body into memory that threads share, outside of the heap.
 *
 * Ten thousand pages would otherwise be hundreds of megabytes of strings, once for each
 * thread that knows them, and all of that would be walked by every garbage collection.
 *
 * @param text By `bodyText()`.
 */
export function packBody(text: string, headings: readonly Heading[]): Uint8Array {
	// JSON has no line break of its own.
	return pack(`${JSON.stringify(headings)}\n${text}`);
}

/** Names what a body says. @param text By `bodyText()`, with its code as it was written. */
export function digestBody(text: string): string {
	return hash("sha256", text, "base64url").slice(0, DIGEST_LENGTH);
}

/** A hundred and thirty-two bits. */
const DIGEST_LENGTH = 22;

export interface HighlightedBody {
	readonly packedBody: Uint8Array;
	/** `false`: some of its code would have taken too long, and stays plain. */
	readonly isWhole: boolean;
}

/** Highlights the code that was left plain. */
export function highlightBody(packed: Uint8Array): HighlightedBody {
	const highlighter = new CodeHighlighter();
	const text = fillCode(unpack(packed), (code) => highlighter.highlight(code));
	return { packedBody: pack(text), isWhole: highlighter.problems.length === 0 };
}

/** Code that is still to be highlighted is plain. */
export function unpackBody(packed: Uint8Array): UnpackedBody {
	const text = fillCode(unpack(packed), renderPlainCode);
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

function textOfPart(part: BodyPart): string {
	if (typeof part === "string") return part;
	if (part.kind !== "code") return GAP;
	const { text, ...facts } = part;
	return `${CODE}${JSON.stringify(facts)}\n${text}${CODE}`;
}

function fillCode(text: string, htmlOf: (code: BodyCode) => string): string {
	if (!text.includes(CODE)) return text;
	return text
		.split(CODE)
		.map((part, index) => (index % 2 === 0 ? part : htmlOf(codeOfText(part))))
		.join("");
}

function codeOfText(part: string): BodyCode {
	const end = part.indexOf("\n");
	// Written by `textOfPart()` of this build.
	return { ...JSON.parse(part.slice(0, end)), text: part.slice(end + 1) } as BodyCode;
}

function pack(text: string): Uint8Array {
	const packed = zstdCompressSync(encode(text), COMPRESSION);
	const shared = new Uint8Array(new SharedArrayBuffer(packed.length));
	shared.set(packed);
	return shared;
}

/**
 * In a memory that is used again and again: garbage beside the heap waits for its collection,
 * and lies between bodies that stay. @returns Bytes that are good until the next call.
 */
function encode(text: string): Uint8Array {
	if (text.length * MAX_BYTES_OF_UNIT > SCRATCH.length) return Buffer.from(text);
	return SCRATCH.subarray(0, SCRATCH.write(text));
}

function unpack(packed: Uint8Array): string {
	return zstdDecompressSync(packed).toString("utf8");
}
