import { setImmediate } from "node:timers/promises";
import type { RefusedBody } from "../http/raw-bodies.ts";
import { type BodyParts, type BodyScan, BodyScanner } from "../wire/body-scanner.ts";
import { MAX_DECODED_BYTES } from "../wire/decode-body.ts";
import {
	commonKeyOf,
	type EnvelopeHints,
	type EnvelopeReading,
	keysOf,
	readEnvelope,
} from "../wire/read-envelope.ts";
import type { Span, SpanList } from "../wire/span-list.ts";
import { parseEvent, parseEvents } from "./parse-events.ts";

/** Part of a request, or all of it. */
export type PartReading =
	| EventsPart
	| {
			readonly kind: "refused";
			readonly status: RefusedBody["status"] | 401;
			readonly message: string;
	  };

export type EventsPart = Extract<EnvelopeReading, { kind: "envelope" }> & PartSize;

export interface PartSize {
	/** Of its JSON text, or of the longest event's where it came in parts. */
	readonly length: number;
	/** Events that are too large to be looked at. */
	readonly oversized: number;
	/** Whether it is all of the request. */
	readonly isWhole: boolean;
}

/** Events of a large body that nobody has parsed. */
export interface RawPart {
	readonly kind: "raw";
	/** Entries of a JSON list, without its brackets. */
	readonly bytes: Uint8Array;
	readonly count: number;
	/** Of the longest of them. */
	readonly length: number;
	readonly read: () => PartReading;
}

export interface ReadOptions {
	readonly hints: EnvelopeHints;
	/** Of the body as it came, where it has been scanned while it did. */
	readonly scanner: BodyScanner | undefined;
}

/** As many as one write takes: ten to twenty milliseconds of work. */
export const EVENTS_PER_PART = 500;
/** What stands around a batch is its key and its time. */
const MAX_MEMBER_BYTES = 64 * 1024;
/** Together they would be in memory once more. */
const MAX_TOGETHER_BYTES = 2 * 1024 * 1024;

/**
 * Reads the events of a large body in parts of some hundred: as a whole they would be several
 * times its size in memory, and everybody else would wait for them.
 *
 * @param bytes They begin as JSON does.
 */
export async function* readParts(
	bytes: Uint8Array,
	{ hints, scanner = new BodyScanner(bytes) }: ReadOptions,
): AsyncGenerator<PartReading | RawPart> {
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
		yield partOf(bytes, events.slice(first, first + EVENTS_PER_PART), options);
	}
}

/** The keys of all events, before the first is stored: what is refused leaves nothing behind. */
async function readKeys(bytes: Uint8Array, spans: SpanList): Promise<readonly string[]> {
	const keys = new Set<string>();
	for (let first = 0; first < spans.length; first += EVENTS_PER_PART) {
		const part = spans.slice(first, first + EVENTS_PER_PART).filter(isReadable);
		for (const key of keysOf(part.map((span) => parseEvent(bytes, span)))) keys.add(key);
		await setImmediate();
	}
	return [...keys];
}

function isReadable(span: Span): boolean {
	return lengthOf(span) <= MAX_DECODED_BYTES;
}

function lengthOf({ start, end }: Span): number {
	return end - start;
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
	const small = [...members].filter(([, span]) => lengthOf(span) <= MAX_MEMBER_BYTES);
	return Object.fromEntries(small.map(([name, span]) => [name, parseEvent(bytes, span)]));
}

/** One event that fills a large body by itself is refused by its size, if it has a key at all. */
function readSingle(bytes: Uint8Array, head: object, hints: EnvelopeHints): PartReading {
	if (bytes.length <= MAX_DECODED_BYTES) {
		const value = parseEvent(bytes, { start: 0, end: bytes.length });
		if (value === undefined) return refuse(400, "failed to parse request: invalid JSON");
		const size = { length: bytes.length, oversized: 0, isWhole: true };
		return sized(readEnvelope(value, hints), size);
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

function partOf(
	bytes: Uint8Array,
	spans: readonly Span[],
	options: PartOptions,
): PartReading | RawPart {
	const start = spans[0]?.start ?? 0;
	const end = spans.at(-1)?.end ?? 0;
	const readable = spans.filter(isReadable);
	const size = {
		length: Math.max(0, ...readable.map(lengthOf)),
		oversized: spans.length - readable.length,
		isWhole: false,
	};
	if (size.oversized === 0 && end - start <= MAX_TOGETHER_BYTES) {
		const part = bytes.subarray(start, end);
		const count = spans.length;
		const read = () => envelopeOf(parseEvents(part, count), size, options);
		return { kind: "raw", bytes: part, count, length: size.length, read };
	}
	if (readable.length === 0) return nothingBut(size);
	const events = readable.map((span) => parseEvent(bytes, span));
	return envelopeOf(events, size, options);
}

function envelopeOf(
	events: readonly unknown[],
	size: PartSize,
	{ head, hints }: PartOptions,
): PartReading {
	return sized(readEnvelope({ ...head, batch: events }, hints), size);
}

/** Whose key it is does not matter where there is nothing to store. */
function nothingBut(size: PartSize): PartReading {
	const envelope = { token: "", sentAt: undefined, events: [] };
	return { kind: "envelope", envelope, ...size };
}

function sized(reading: EnvelopeReading, size: PartSize): PartReading {
	return reading.kind === "refused" ? reading : { ...reading, ...size };
}

function refuse(status: 400 | 401 | 413, message: string): PartReading {
	return { kind: "refused", status, message };
}
