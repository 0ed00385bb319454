import { readBase64 } from "./base64.ts";
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

/** The real service's limit for base64, forms and questions about flags. Decoded in one go, it is some milliseconds. */
export const MAX_DECODED_BYTES = 2 * 1024 * 1024;

/** What the sender of more is told. */
export const TOO_LARGE = `maximum event size exceeded: more than ${MAX_DECODED_BYTES} bytes`;

/** A form of base64 of gzip is three; whatever is wrapped deeper is meant to hurt. */
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
		layer = layer.kind === "bytes" ? unpackBytes(layer.bytes, codec) : layer;
		if (layer.kind === "text") layer = unpackText(layer.text, request, codec);
		if (layer.kind === "refused") return layer;
		if (layer.kind === "json") return parseJson(layer.text);
	}
	return refuse(400, "failed to decode request: too many layers of encoding");
}

/** Whether the bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
	return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const SPACE = 0x20;

/** No client indents by more. */
const MAX_BLANK_BYTES = 1_024;

/** Whether the bytes begin as an object or an array does. */
export function beginsAsJson(bytes: Uint8Array): boolean {
	let index = 0;
	while (index < MAX_BLANK_BYTES && (bytes[index] ?? OPEN_BRACE) <= SPACE) index += 1;
	return bytes[index] === OPEN_BRACE || bytes[index] === OPEN_BRACKET;
}

type Refusal = Extract<DecodedBody, { kind: "refused" }>;

function unpackBytes(bytes: Uint8Array, codec: Codec): Layer | Refusal {
	if (!isGzip(bytes)) {
		if (bytes.length > MAX_DECODED_BYTES) return refuseTooLarge();
		return { kind: "text", text: codec.utf8(bytes) };
	}
	const unpacked = codec.gunzip(bytes, MAX_DECODED_BYTES);
	if (unpacked.kind === "too-large") return refuseTooLarge();
	if (unpacked.kind === "malformed")
		return refuse(400, "failed to decode request: invalid GZIP data");
	return unpacked;
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
	return refuseTooLarge();
}

function parseJson(text: string): DecodedBody {
	if (text.length > MAX_DECODED_BYTES) {
		return refuseTooLarge();
	}
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

function refuseTooLarge(): Refusal {
	return refuse(413, TOO_LARGE);
}

function refuse(status: 400 | 413, message: string): Refusal {
	return { kind: "refused", status, message };
}
