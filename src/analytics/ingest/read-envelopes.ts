import { setImmediate } from "node:timers/promises";
import { claimsMoreThan, nodeCodec } from "../http/node-codec.ts";
import { RefusedBody } from "../http/raw-bodies.ts";
import { releaseBuffer } from "../release-buffer.ts";
import { beginsAsJson, decodeBody, isGzip, type WireRequest } from "../wire/decode-body.ts";
import { type EnvelopeHints, readEnvelope } from "../wire/read-envelope.ts";
import { ArrivingBody } from "./arriving-body.ts";
import { gunzipLarge } from "./gunzip-large.ts";
import {
	EVENTS_PER_PART,
	type PartReading,
	type RawPart,
	type ReadOptions,
	readParts,
} from "./read-parts.ts";

/** Bodies up to this are decoded in one go, which takes some milliseconds. */
export const LARGE_BYTES = 1024 * 1024;

export interface EnvelopeOptions extends ReadOptions {
	/** Disposed of when nobody looks at the parts any more. */
	readonly memory: DisposableStack;
}

interface Unpacked extends Pick<ReadOptions, "scanner"> {
	readonly bytes: Uint8Array;
}

/**
 * Reads the events of a request. A large body comes in parts of some hundred events, and those
 * as they came: whoever wants them parsed says so.
 */
export async function* readEnvelopes(
	request: WireRequest,
	options: EnvelopeOptions,
): AsyncGenerator<PartReading | RawPart> {
	if (!mayComeInParts(request)) {
		yield* readWhole(request, options.hints);
		return;
	}
	const unpacked = await unpack(request.body, options);
	if (unpacked instanceof RefusedBody) {
		yield { kind: "refused", status: unpacked.status, message: unpacked.sentence };
	} else if (beginsAsJson(unpacked.bytes)) {
		yield* readParts(unpacked.bytes, { ...options, scanner: unpacked.scanner });
	} else {
		yield* readWhole({ ...request, body: unpacked.bytes }, options.hints);
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

/** Whether a body is too large to be decoded in one go. */
export function mayComeInParts({ body, query }: WireRequest): boolean {
	return query.data === undefined && isLarge(body);
}

function isLarge(body: Uint8Array): boolean {
	return body.length > LARGE_BYTES || (isGzip(body) && claimsMoreThan(body, LARGE_BYTES));
}

async function unpack(
	body: Uint8Array,
	{ scanner, memory }: EnvelopeOptions,
): Promise<Unpacked | RefusedBody> {
	if (!isGzip(body)) return { bytes: body, scanner };
	const arriving = new ArrivingBody();
	const bytes = await gunzipLarge(body, arriving);
	if (bytes instanceof RefusedBody) return bytes;
	memory.defer(() => releaseBuffer(bytes));
	return { bytes, scanner: arriving.scanner };
}
