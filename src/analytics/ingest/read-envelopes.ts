import { setImmediate } from "node:timers/promises";
import { type BodyParts, type BodyScan, BodyScanner, type Span } from "../wire/body-scanner.ts";
import type { GunzipResult } from "../wire/codec.ts";
import {
	beginsAsJson,
	decodeBody,
	isGzip,
	MAX_DECODED_BYTES,
	MAX_UNPACKED_BYTES,
	readJson,
	type WireRequest,
} from "../wire/decode-body.ts";
import {
	commonKeyOf,
	type EnvelopeHints,
	type EnvelopeReading,
	keysOf,
	readEnvelope,
} from "../wire/read-envelope.ts";
import { gunzipLarge } from "./gunzip-large.ts";
import { claimsMoreThan, nodeCodec } from "./node-codec.ts";

/** Part of a request, or all of it. */
export type PartReading =
	| EventsPart
	| { readonly kind: "refused"; readonly status: 400 | 401 | 413; readonly message: string };

export type EventsPart = Extract<EnvelopeReading, { kind: "envelope" }> & {
	/** Of its JSON text, or of the longest event's where it came in parts. */
	readonly length: number;
	/** Events that are too large to be looked at. */
	readonly oversized: number;
	/** Whether it is all of the request. */
	readonly isWhole: boolean;
};

export interface ReadOptions {
	readonly hints: EnvelopeHints;
	/** Of the body as it came, where it has been scanned while it did. */
	readonly scanner: BodyScanner | undefined;
}

/** Bodies up to this are decoded in one go, which takes some milliseconds. */
export const LARGE_BYTES = 1024 * 1024;
/** As many as one write takes: ten to twenty milliseconds of work. */
const EVENTS_PER_PART = 500;
/** What stands around a batch is its key and its time. */
const MAX_MEMBER_BYTES = 64 * 1024;

/**
 * Reads the events of a request. A large body comes in parts of some hundred events: as a
 * whole it would be several times its size in memory, and everybody else would wait for it.
 */
export async function* readEnvelopes(
	request: WireRequest,
	{ hints, scanner }: ReadOptions,
): AsyncGenerator<PartReading> {
	const { body } = request;
	if (!mayComeInParts(request)) {
		yield* readWhole(request, hints);
		return;
	}
	const unpacked = await unpack(body);
	if (unpacked.kind === "malformed") {
		yield refuse(400, "failed to decode request: invalid GZIP data");
	} else if (unpacked.kind === "too-large") {
		yield refuse(413, `maximum event size exceeded: more than ${MAX_UNPACKED_BYTES} bytes`);
	} else if (beginsAsJson(unpacked.bytes)) {
		yield* readParts(unpacked.bytes, { hints, scanner });
	} else {
		yield* readWhole({ ...request, body: unpacked.bytes }, hints);
	}
}

/** Decodes a body in one go. Its events may still be so many that they come in parts. */
async function* readWhole(request: WireRequest, hints: EnvelopeHints): AsyncGenerator<PartReading> {
	const decoded = decodeBody(request, nodeCodec);
	if (decoded.kind === "refused") {
		yield decoded;
		return;
	}
	const reading = readEnvelope(decoded.value, hints);
	if (reading.kind === "refused") {
		yield reading;
		return;
	}
	const { envelope } = reading;
	const { events } = envelope;
	const size = { length: decoded.length, oversized: 0, isWhole: events.length <= EVENTS_PER_PART };
	for (let first = 0; first < events.length; first += EVENTS_PER_PART) {
		const part = size.isWhole ? events : events.slice(first, first + EVENTS_PER_PART);
		yield { kind: "envelope", envelope: { ...envelope, events: part }, ...size };
		if (!size.isWhole) await setImmediate();
	}
}

function partOf(reading: EnvelopeReading, size: PartSize): PartReading {
	return reading.kind === "refused" ? reading : { ...reading, ...size };
}

type PartSize = Pick<EventsPart, "length" | "oversized" | "isWhole">;

/** Whether a body is too large to be decoded in one go. */
export function mayComeInParts({ body, query }: WireRequest): boolean {
	return query.data === undefined && isLarge(body);
}

function isLarge(body: Uint8Array): boolean {
	return body.length > LARGE_BYTES || (isGzip(body) && claimsMoreThan(body, LARGE_BYTES));
}

async function unpack(body: Uint8Array): Promise<GunzipResult> {
	if (isGzip(body)) return await gunzipLarge(body, MAX_UNPACKED_BYTES);
	return { kind: "bytes", bytes: body };
}

async function* readParts(
	bytes: Uint8Array,
	{ hints, scanner = new BodyScanner(bytes) }: ReadOptions,
): AsyncGenerator<PartReading> {
	const scan = await finishScan(scanner, bytes.length);
	if (scan.kind === "refused") {
		yield refuse(400, scan.message);
		return;
	}
	const { members, events } = scan.parts;
	const head = readHead(bytes, members);
	if (events === undefined) {
		yield readSingle(bytes, head, hints);
		return;
	}
	const keys = commonKeyOf(head) === undefined ? await readKeys(bytes, events) : [];
	const [key, other] = keys;
	if (other !== undefined) {
		yield refuse(401, "batch submitted with inconsistent api_key values");
		return;
	}
	const options = { head: key === undefined ? head : { ...head, api_key: key }, hints };
	// An empty list is refused as such.
	for (let first = 0; first < Math.max(1, events.length); first += EVENTS_PER_PART) {
		yield readPart(bytes, events.slice(first, first + EVENTS_PER_PART), options);
		await setImmediate();
	}
}

/** The keys of all events, before the first is stored: what is refused leaves nothing behind. */
async function readKeys(bytes: Uint8Array, spans: readonly Span[]): Promise<readonly string[]> {
	const keys = new Set<string>();
	for (let first = 0; first < spans.length; first += EVENTS_PER_PART) {
		const part = spans.slice(first, first + EVENTS_PER_PART).filter(isReadable);
		for (const key of keysOf(part.map((span) => parse(bytes, span)))) keys.add(key);
		await setImmediate();
	}
	return [...keys];
}

function isReadable({ start, end }: Span): boolean {
	return end - start <= MAX_DECODED_BYTES;
}

async function finishScan(scanner: BodyScanner, length: number): Promise<BodyScan> {
	const scan = scanner.scanRest(length);
	for (;;) {
		const step = scan.next();
		if (step.done === true) return step.value;
		await setImmediate();
	}
}

/** The small members of the outer object; what else there is belongs to no batch. */
function readHead(bytes: Uint8Array, members: BodyParts["members"]): Record<string, unknown> {
	const small = [...members].filter(([, { start, end }]) => end - start <= MAX_MEMBER_BYTES);
	return Object.fromEntries(small.map(([name, span]) => [name, parse(bytes, span)]));
}

/** One event that fills a large body by itself is refused by its size, if it has a key at all. */
function readSingle(bytes: Uint8Array, head: object, hints: EnvelopeHints): PartReading {
	if (bytes.length <= MAX_DECODED_BYTES) {
		const value = parse(bytes, { start: 0, end: bytes.length });
		if (value === undefined) return refuse(400, "failed to parse request: invalid JSON");
		return partOf(readEnvelope(value, hints), {
			length: bytes.length,
			oversized: 0,
			isWhole: true,
		});
	}
	const reading = readEnvelope(head, hints);
	if (reading.kind === "refused") return reading;
	const envelope = { ...reading.envelope, events: [] };
	return { kind: "envelope", envelope, length: bytes.length, oversized: 1, isWhole: true };
}

interface PartOptions {
	readonly head: object;
	readonly hints: EnvelopeHints;
}

function readPart(
	bytes: Uint8Array,
	spans: readonly Span[],
	{ head, hints }: PartOptions,
): PartReading {
	const readable = spans.filter(isReadable);
	const oversized = spans.length - readable.length;
	const length = Math.max(0, ...readable.map(({ start, end }) => end - start));
	if (readable.length === 0 && oversized > 0) return nothingBut(oversized);
	const events =
		(oversized === 0 ? parseTogether(bytes, spans) : undefined) ??
		readable.map((span) => parse(bytes, span));
	return partOf(readEnvelope({ ...head, batch: events }, hints), {
		length,
		oversized,
		isWhole: false,
	});
}

/** Whose key it is does not matter where there is nothing to store. */
function nothingBut(oversized: number): PartReading {
	const envelope = { token: "", sentAt: undefined, events: [] };
	return { kind: "envelope", envelope, length: 0, oversized, isWhole: false };
}

/** Together they would be in memory once more. */
const MAX_TOGETHER_BYTES = 2 * 1024 * 1024;

/**
 * Parses events that stand behind one another, in one go: for small ones that takes half the time.
 *
 * @returns `undefined` when one of them is no JSON, or they are too large.
 */
function parseTogether(bytes: Uint8Array, spans: readonly Span[]): readonly unknown[] | undefined {
	const start = spans[0]?.start ?? 0;
	const end = spans.at(-1)?.end ?? 0;
	if (end - start > MAX_TOGETHER_BYTES) return undefined;
	// Brackets and commas have been counted: a list that parses has these events and no others.
	const list = readJson(`[${nodeCodec.utf8(bytes.subarray(start, end))}]`);
	return Array.isArray(list) && list.length === spans.length ? list : undefined;
}

/** @returns `undefined` for what is no JSON; it counts as an event that is no object. */
function parse(bytes: Uint8Array, { start, end }: Span): unknown {
	return readJson(nodeCodec.utf8(bytes.subarray(start, end)));
}

function refuse(status: 400 | 401 | 413, message: string): PartReading {
	return { kind: "refused", status, message };
}
