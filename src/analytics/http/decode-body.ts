import type { FastifyRequest } from "fastify";
import { withoutNonFinite } from "./finite-json.ts";
import { gunzip } from "./gunzip.ts";
import { checkJsonShape } from "./json-shape.ts";
import { queryValue } from "./query-value.ts";

/** Parts of a request that decoding needs. */
interface WireRequest {
	readonly body: Buffer;
	readonly contentType: string | undefined;
	readonly contentEncoding: string | undefined;
	/** Payload of a pixel request; it takes precedence over the body. */
	readonly data?: string | undefined;
	readonly compression?: string | undefined;
	/** Limit of JSON, compressed or not; the limit of other data is `MAX_DECODED_BYTES`. */
	readonly maxJsonBytes: number;
}

export type DecodedBody =
	/** `length` is the length of the JSON text. */
	| { readonly kind: "value"; readonly value: unknown; readonly length: number }
	| { readonly kind: "refused"; readonly status: 400 | 413; readonly message: string };

/** Body limit of PostHog, compressed and uncompressed. */
export const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

/** PostHog's limit for base64, forms and flag requests. */
export const MAX_DECODED_BYTES = 2 * 1024 * 1024;

/** A form with base64 of gzip has three layers; deeper nesting is an attack. */
const MAX_LAYERS = 4;

/** An intermediate step from bytes to JSON text. */
type Layer =
	| { readonly kind: "bytes"; readonly bytes: Buffer }
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "json"; readonly text: string };

/** Decodes the raw body of a request, which may have any encoding. */
export function decodeRequest(
	request: FastifyRequest,
	maxJsonBytes: number = MAX_DECODED_BYTES,
): DecodedBody {
	return decodeBody({
		body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
		contentType: request.headers["content-type"],
		contentEncoding: request.headers["content-encoding"],
		data: queryValue(request, "data"),
		compression: queryValue(request, "compression"),
		maxJsonBytes,
	});
}

/**
 * Decodes every form in which clients send JSON: plain, gzip, base64, a form with a `data`
 * field, and their nestings.
 *
 * The headers about the encoding are only hints. The bytes decide, because browsers
 * send gzip as `text/plain` without a header that names it.
 */
export function decodeBody(request: WireRequest): DecodedBody {
	const { data } = request;
	let layer: Layer | Refusal =
		data === undefined
			? { kind: "bytes", bytes: request.body }
			: { kind: "text", text: data.replaceAll(" ", "+") };
	for (let depth = 0; depth < MAX_LAYERS; depth += 1) {
		layer = layer.kind === "bytes" ? unpackBytes(layer.bytes, request) : layer;
		if (layer.kind === "text") layer = unpackText(layer.text, request);
		if (layer.kind === "refused") return layer;
		if (layer.kind === "json") return parseJson(layer.text, request);
	}
	return refuse(400, "failed to decode request: too many layers of encoding");
}

/** Whether the bytes have the magic number of gzip. */
function isGzip(bytes: Buffer): boolean {
	return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const SPACE = 0x20;

/** No client sends more white space before JSON. */
const MAX_BLANK_BYTES = 1_024;

/** Whether the bytes begin like a JSON object or array. */
function beginsAsJson(bytes: Buffer): boolean {
	let index = 0;
	while (index < MAX_BLANK_BYTES && (bytes[index] ?? OPEN_BRACE) <= SPACE) index += 1;
	return bytes[index] === OPEN_BRACE || bytes[index] === OPEN_BRACKET;
}

type Refusal = Extract<DecodedBody, { kind: "refused" }>;

function unpackBytes(bytes: Buffer, { maxJsonBytes }: WireRequest): Layer | Refusal {
	if (!isGzip(bytes)) return readText(bytes, maxJsonBytes);
	const unpacked = gunzip(bytes, maxJsonBytes);
	if (unpacked === "too-large") return refuseTooLarge(maxJsonBytes);
	if (unpacked === "malformed") return refuse(400, "failed to decode request: invalid GZIP data");
	// Ratios of nested gzip multiply: only the outer layer may be large.
	if (isGzip(unpacked) && unpacked.length > MAX_DECODED_BYTES) {
		return refuseTooLarge(MAX_DECODED_BYTES);
	}
	return { kind: "bytes", bytes: unpacked };
}

function readText(bytes: Buffer, maxJsonBytes: number): Layer | Refusal {
	const limit = beginsAsJson(bytes) ? maxJsonBytes : MAX_DECODED_BYTES;
	if (bytes.length > limit) return refuseTooLarge(limit);
	return { kind: "text", text: bytes.toString("utf8") };
}

/** Text is JSON, a form or base64. */
function unpackText(text: string, request: WireRequest): Layer | Refusal {
	const trimmed = text.trim();
	if (trimmed === "") return refuse(400, "request missing data payload");
	if (trimmed.startsWith("{") || trimmed.startsWith("[")) return { kind: "json", text: trimmed };
	if (isForm(trimmed, request.contentType)) return unpackForm(trimmed);
	if (claimsLzString(request)) {
		return refuse(400, "failed to decode request: lz64 is an encoding of clients before 2023");
	}
	const bytes = readBase64(trimmed);
	return bytes === undefined ? { kind: "json", text: trimmed } : { kind: "bytes", bytes };
}

/** First fields of the forms that clients send. A body that begins otherwise is not read as a form. */
const FIRST_FIELDS = ["data=", "ip=", "_=", "compression="];

/** Whether a body has the media type `application/x-www-form-urlencoded` and also looks like a form. */
function isForm(text: string, contentType: string | undefined): boolean {
	const saysForm = contentType?.includes("x-www-form-urlencoded") ?? false;
	return saysForm && FIRST_FIELDS.some((field) => text.startsWith(field));
}

/** Does not decode plus signs: some clients do not escape their base64, and no client sends a space. */
function unpackForm(text: string): Layer | Refusal {
	const field = text.split("&").find((candidate) => candidate.startsWith("data=")) ?? "";
	try {
		const data = decodeURIComponent(field.slice("data=".length));
		if (data !== "") return { kind: "text", text: data };
	} catch {
		// A URIError: same response as for an absent payload.
	}
	return refuse(400, "request missing data payload");
}

function claimsLzString({ compression, contentEncoding }: WireRequest): boolean {
	const claim = compression ?? contentEncoding;
	return claim === "lz64" || claim === "lz-string";
}

function parseJson(text: string, { maxJsonBytes }: WireRequest): DecodedBody {
	if (text.length > maxJsonBytes) return refuseTooLarge(maxJsonBytes);
	const problem = checkJsonShape(text);
	if (problem !== undefined) return refuse(400, `failed to parse request: ${problem}`);
	const parsed = tryParse(text);
	const value = parsed === undefined ? tryParse(withoutNonFinite(text)) : parsed;
	if (value === undefined) return refuse(400, "failed to parse request: invalid JSON");
	return { kind: "value", value, length: text.length };
}

function tryParse(text: string | undefined): unknown {
	if (text === undefined) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		// A SyntaxError quotes the body, which must not appear in a response or a log.
		return undefined;
	}
}

function refuseTooLarge(maxBytes: number): Refusal {
	return refuse(413, `maximum event size exceeded: more than ${maxBytes} bytes`);
}

function refuse(status: 400 | 413, message: string): Refusal {
	return { kind: "refused", status, message };
}

/** PostHog checks this many characters before it decodes base64. */
const SAMPLE_LENGTH = 128;

const ALPHABET = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** @returns The bytes of a text that looks like base64, or `undefined` for any other text. */
function readBase64(text: string): Buffer | undefined {
	// Form decoding turns plus signs into spaces; base64 itself has no spaces.
	const repaired = text.includes(" ") ? text.replaceAll(" ", "+") : text;
	const sample = repaired.slice(0, SAMPLE_LENGTH);
	const isWhole = sample.length === repaired.length;
	const looksRight = ALPHABET.test(isWhole ? sample : sample.replace(/=+$/, ""));
	if (!looksRight || unpaddedLength(repaired) % 4 === 1) return undefined;
	return Buffer.from(repaired, "base64");
}

function unpaddedLength(text: string): number {
	if (text.endsWith("==")) return text.length - 2;
	return text.endsWith("=") ? text.length - 1 : text.length;
}
