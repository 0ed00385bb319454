import type { Codec } from "./codec.ts";
import { withoutNonFinite } from "./finite-json.ts";
import { fieldOf, isForm } from "./form.ts";
import { checkJsonShape } from "./json-shape.ts";
import { decompressLzString } from "./lz-string.ts";

/** A request as far as decoding is concerned. */
export interface WireRequest {
	readonly body: Uint8Array;
	readonly contentType: string | undefined;
	readonly contentEncoding: string | undefined;
	/** First value of each query parameter that decoding looks at. */
	readonly query: WireQuery;
	/** Of JSON, packed and unpacked alike; anything else may have `MAX_DECODED_BYTES`. */
	readonly maxJsonBytes: number;
}

export interface WireQuery {
	/** Payload of the pixel form; it wins over the body. */
	readonly data?: string | undefined;
	readonly compression?: string | undefined;
}

export type DecodedBody =
	/** `length` is that of the JSON text. */
	| { readonly kind: "value"; readonly value: unknown; readonly length: number }
	| { readonly kind: "refused"; readonly status: 400 | 413; readonly message: string };

/** Wire limit of the real service, packed and unpacked alike. */
export const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

/** The real service's limit for base64, forms and questions about flags. */
export const MAX_DECODED_BYTES = 2 * 1024 * 1024;

/** A form of base64 of gzip is three; what is wrapped deeper is meant to hurt. */
const MAX_LAYERS = 4;

/** A payload on its way from bytes to JSON text. */
type Layer =
	| { readonly kind: "bytes"; readonly bytes: Uint8Array }
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "json"; readonly text: string };

/**
 * Decodes every form in which clients send JSON: plain, gzip, base64, a form with a `data`
 * field, lz-string, and their nestings.
 *
 * What a client says about its encoding is a hint at most. The bytes decide, because
 * browsers send gzip as `text/plain` with nothing that names it.
 */
export function decodeBody(request: WireRequest, codec: Codec): DecodedBody {
	const { data } = request.query;
	let layer: Layer | Refusal =
		data === undefined
			? { kind: "bytes", bytes: request.body }
			: { kind: "text", text: data.replaceAll(" ", "+") };
	for (let depth = 0; depth < MAX_LAYERS; depth += 1) {
		layer = layer.kind === "bytes" ? unpackBytes(layer.bytes, request, codec) : layer;
		if (layer.kind === "text") layer = unpackText(layer.text, request, codec);
		if (layer.kind === "refused") return layer;
		if (layer.kind === "json") return parseJson(layer.text, request);
	}
	return refuse(400, "failed to decode request: too many layers of encoding");
}

/** Whether the bytes begin as gzip does. */
function isGzip(bytes: Uint8Array): boolean {
	return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const SPACE = 0x20;

/** No client indents by more. */
const MAX_BLANK_BYTES = 1_024;

/** Whether the bytes begin as an object or an array does. */
function beginsAsJson(bytes: Uint8Array): boolean {
	let index = 0;
	while (index < MAX_BLANK_BYTES && (bytes[index] ?? OPEN_BRACE) <= SPACE) index += 1;
	return bytes[index] === OPEN_BRACE || bytes[index] === OPEN_BRACKET;
}

type Refusal = Extract<DecodedBody, { kind: "refused" }>;

function unpackBytes(
	bytes: Uint8Array,
	{ maxJsonBytes }: WireRequest,
	codec: Codec,
): Layer | Refusal {
	if (!isGzip(bytes)) return readText(bytes, maxJsonBytes, codec);
	const unpacked = codec.gunzip(bytes, maxJsonBytes);
	if (unpacked.kind === "too-large") return refuseTooLarge(maxJsonBytes);
	if (unpacked.kind === "malformed")
		return refuse(400, "failed to decode request: invalid GZIP data");
	// Gzip of gzip multiplies: the outer one may be large, what is in it may not.
	if (isGzip(unpacked.bytes) && unpacked.bytes.length > MAX_DECODED_BYTES) {
		return refuseTooLarge(MAX_DECODED_BYTES);
	}
	return unpacked;
}

function readText(bytes: Uint8Array, maxJsonBytes: number, codec: Codec): Layer | Refusal {
	const limit = beginsAsJson(bytes) ? maxJsonBytes : MAX_DECODED_BYTES;
	if (bytes.length > limit) return refuseTooLarge(limit);
	return { kind: "text", text: codec.utf8(bytes) };
}

/** Text is JSON, or a form, or base64 or lz-string of something else. */
function unpackText(text: string, request: WireRequest, codec: Codec): Layer | Refusal {
	const trimmed = text.trim();
	if (trimmed === "") return refuse(400, "request missing data payload");
	if (trimmed.startsWith("{") || trimmed.startsWith("[")) return { kind: "json", text: trimmed };
	if (isForm(trimmed, request.contentType)) return unpackForm(trimmed);
	if (claimsLzString(request)) return unpackLzString(trimmed);
	const bytes = readBase64(trimmed, codec);
	return bytes === undefined ? { kind: "json", text: trimmed } : { kind: "bytes", bytes };
}

function unpackForm(text: string): Layer | Refusal {
	const data = fieldOf(text, "data");
	if (data === undefined || data === "") return refuse(400, "request missing data payload");
	return { kind: "text", text: data };
}

function claimsLzString({ query, contentEncoding }: WireRequest): boolean {
	const claim = query.compression ?? contentEncoding;
	return claim === "lz64" || claim === "lz-string";
}

function unpackLzString(text: string): Layer | Refusal {
	const result = decompressLzString(text, MAX_DECODED_BYTES);
	if (result.kind === "text") return { kind: "json", text: result.text };
	if (result.kind === "malformed")
		return refuse(400, "failed to decode request: invalid lz64 data");
	return refuseTooLarge(MAX_DECODED_BYTES);
}

function parseJson(text: string, { maxJsonBytes }: WireRequest): DecodedBody {
	if (text.length > maxJsonBytes) return refuseTooLarge(maxJsonBytes);
	const problem = checkJsonShape(text);
	if (problem !== undefined) return refuse(400, `failed to parse request: ${problem}`);
	const value = readJson(text);
	if (value === undefined) return refuse(400, "failed to parse request: invalid JSON");
	return { kind: "value", value, length: text.length };
}

/** @returns The value of a JSON text, or `undefined` when it has none. */
export function readJson(text: string): unknown {
	const value = tryParse(text);
	return value === undefined ? tryParse(withoutNonFinite(text)) : value;
}

function tryParse(text: string | undefined): unknown {
	if (text === undefined) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		// A SyntaxError quotes the body, which has no place in an answer or a log.
		return undefined;
	}
}

function refuseTooLarge(maxBytes: number): Refusal {
	return refuse(413, `maximum event size exceeded: more than ${maxBytes} bytes`);
}

function refuse(status: 400 | 413, message: string): Refusal {
	return { kind: "refused", status, message };
}

/** As far as the real service looks before it believes. */
const SAMPLE_LENGTH = 128;

const ALPHABET = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** @returns The bytes of a text that looks like base64, or `undefined` for any other text. */
function readBase64(text: string, codec: Codec): Uint8Array | undefined {
	// Only a form's reader can have turned these into spaces.
	const repaired = text.includes(" ") ? text.replaceAll(" ", "+") : text;
	const sample = repaired.slice(0, SAMPLE_LENGTH);
	const isWhole = sample.length === repaired.length;
	const looksRight = ALPHABET.test(isWhole ? sample : sample.replace(/=+$/, ""));
	if (!looksRight || unpaddedLength(repaired) % 4 === 1) return undefined;
	return codec.base64(repaired);
}

function unpaddedLength(text: string): number {
	if (text.endsWith("==")) return text.length - 2;
	return text.endsWith("=") ? text.length - 1 : text.length;
}
