import { MAX_JSON_DEPTH, MAX_JSON_MEMBERS, MAX_JSON_VALUES } from "./json-shape.ts";
import { type Span, SpanList } from "./span-list.ts";

/** Where the parts of a body are. Nothing has been parsed, so the parts may still be malformed. */
export interface BodyParts {
	/** Of the outer object's members, those in which a key or a time may stand; none where the body is a list. */
	readonly members: ReadonlyMap<string, Span>;
	/** Entries of `batch`, or of the list; absent where the body is one event. */
	readonly events: SpanList | undefined;
}

export type BodyScan = { readonly kind: "parts"; readonly parts: BodyParts } | BodyRefusal;

export interface BodyRefusal {
	readonly kind: "refused";
	readonly message: string;
}

/** A millisecond or less. */
const BYTES_PER_TURN = 256 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** Bytes that say nothing about where parts begin and end, once within one. */
const IS_ORDINARY = new Uint8Array(256).fill(1);
for (const byte of [QUOTE, COMMA, COLON, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE]) {
	IS_ORDINARY[byte] = 0;
}

/**
 * Finds the parts of a JSON text and refuses what `checkJsonShape()` refuses, so that a large
 * body can be parsed an event at a time: whole, it would be several times its size in memory.
 *
 * It goes on from where it has got to, so that a body can be scanned while it arrives.
 */
export class BodyScanner {
	readonly #bytes: Uint8Array;
	readonly #parts: PartsBuilder;
	readonly #members = new Int32Array(MAX_JSON_DEPTH + 1);
	#index = 0;
	#depth = 0;
	#values = 0;
	/** Of a string that has begun, so much must have come before its end is looked for again. */
	#awaited = 0;

	/** @param bytes UTF-8, beginning with an object or an array; the end may still be missing. */
	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
		this.#parts = new PartsBuilder(bytes);
	}

	/**
	 * Scans what has come of a body of which there is more to come.
	 *
	 * @param arrived How many of the bytes are there.
	 * @returns Why the rest is not worth waiting for, if it is not.
	 */
	scanArrived(arrived: number): BodyRefusal | undefined {
		if (arrived < this.#awaited) return undefined;
		return this.#scan(arrived, { arrived, isAll: false });
	}

	/**
	 * Scans what is left of a body that is all there. Yields after every millisecond of work.
	 *
	 * @param length Of the whole body.
	 */
	*scanRest(length: number): Generator<undefined, BodyScan> {
		while (this.#index < length) {
			const end = Math.min(this.#index + BYTES_PER_TURN, length);
			const refusal = this.#scan(end, { arrived: length, isAll: true });
			if (refusal !== undefined) return refusal;
			if (this.#index < length) yield;
		}
		return this.#depth === 0 ? { kind: "parts", parts: this.#parts } : refuse("invalid JSON");
	}

	/** Its loop is no generator's: there it takes twice as long. */
	#scan(end: number, { arrived, isAll }: Arrival): BodyRefusal | undefined {
		const bytes = this.#bytes;
		const parts = this.#parts;
		const members = this.#members;
		let depth = this.#depth;
		let values = this.#values;
		let index = this.#index;
		for (; index < end; index += 1) {
			// Within the bytes.
			const byte = bytes[index] as number;
			if (IS_ORDINARY[byte] === 1) {
				if (depth === 0 && byte > SPACE) return refuse("invalid JSON");
			} else if (byte === QUOTE) {
				const close = endOfString(bytes, index, arrived);
				if (close === arrived && !isAll) {
					this.#awaited = index + 2 * (arrived - index);
					break;
				}
				if (depth === 1) parts.text(index + 1, close);
				index = close;
			} else if (byte === COMMA) {
				const siblings = (members[depth] ?? 0) + 1;
				members[depth] = siblings;
				values += 1;
				if (siblings > MAX_JSON_MEMBERS) {
					return refuse(`more than ${MAX_JSON_MEMBERS} members in one place`);
				}
				if (values > MAX_JSON_VALUES) return refuse(`more than ${MAX_JSON_VALUES} values`);
				parts.comma(depth, index);
			} else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
				if (depth === 0 && parts.isClosed) return refuse("invalid JSON");
				depth += 1;
				if (depth > MAX_JSON_DEPTH) return refuse(`nested deeper than ${MAX_JSON_DEPTH} levels`);
				members[depth] = 0;
				parts.open(depth, index, byte === OPEN_BRACKET);
			} else if (byte === COLON) {
				if (depth === 1) parts.colon(index);
			} else {
				parts.close(depth, index);
				depth -= 1;
				if (depth < 0) return refuse("invalid JSON");
			}
		}
		this.#index = index;
		this.#depth = depth;
		this.#values = values;
		return undefined;
	}
}

interface Arrival {
	/** How many bytes are there: behind them a string cannot be followed to its end. */
	readonly arrived: number;
	readonly isAll: boolean;
}

/** Notes where parts begin and end, as the scan comes past them. */
class PartsBuilder implements BodyParts {
	readonly members = new Map<string, Span>();
	events: SpanList | undefined = undefined;
	isClosed = false;
	readonly #bytes: Uint8Array;
	/** At this depth commas stand between events. */
	#listDepth = 0;
	#eventStart = 0;
	#name: string | undefined = undefined;
	#valueStart = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}

	/** A string directly in the outer object: a name, where none is waiting for its value. */
	text(start: number, end: number): void {
		if (this.#listDepth === 1) return;
		this.#name ??= memberName(this.#bytes, start, end);
	}

	colon(index: number): void {
		this.#valueStart = index + 1;
	}

	comma(depth: number, index: number): void {
		if (depth === this.#listDepth) this.#endEvent(index);
		else if (depth === 1) this.#endMember(index);
	}

	open(depth: number, index: number, isList: boolean): void {
		const isEvents = isList && (depth === 1 || (depth === 2 && this.#name === "batch"));
		if (!isEvents || this.#listDepth !== 0) return;
		this.#listDepth = depth;
		this.#eventStart = index + 1;
		// Of two batches the second counts, as `JSON.parse` has it.
		this.events = new SpanList();
	}

	close(depth: number, index: number): void {
		if (depth === 1) this.isClosed = true;
		if (depth !== this.#listDepth) {
			if (depth === 1) this.#endMember(index);
			return;
		}
		if (!isBlank(this.#bytes, this.#eventStart, index)) this.#endEvent(index);
		this.#listDepth = 0;
	}

	#endEvent(end: number): void {
		this.events?.push(this.#eventStart, end);
		this.#eventStart = end + 1;
	}

	#endMember(end: number): void {
		const name = this.#name;
		if (name !== undefined && name !== OTHER && name !== "batch") {
			this.members.set(name, { start: this.#valueStart, end });
		}
		this.#name = undefined;
	}
}

/** Nearly all strings are shorter, and for them a search costs more than looking at each byte. */
const SHORT_STRING_BYTES = 4_096;

/** @returns Index of the closing quote, or `arrived` when it is not among what is there. */
function endOfString(bytes: Uint8Array, start: number, arrived: number): number {
	const shortEnd = Math.min(start + SHORT_STRING_BYTES, arrived);
	let index = start + 1;
	for (; index < shortEnd; index += 1) {
		const byte = bytes[index];
		if (byte === QUOTE) return index;
		if (byte === BACKSLASH) index += 1;
	}
	if (index >= arrived) return arrived;
	const there = bytes.subarray(0, arrived);
	let end = there.indexOf(QUOTE, index);
	while (end !== -1 && isEscaped(there, index, end)) end = there.indexOf(QUOTE, end + 1);
	return end === -1 ? arrived : end;
}

/** Whether an odd number of backslashes stands before the quote, from where the search began. */
function isEscaped(bytes: Uint8Array, from: number, quote: number): boolean {
	let index = quote - 1;
	while (index >= from && bytes[index] === BACKSLASH) index -= 1;
	return (quote - 1 - index) % 2 === 1;
}

/** A hundred thousand names that nobody asks for must not become a hundred thousand texts. */
const OTHER = "";

const NAMES = ["batch", "api_key", "token", "$token", "sent_at", "properties"].map((name) => ({
	name,
	codes: Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
}));

function memberName(bytes: Uint8Array, start: number, end: number): string {
	const isHere = ({ codes }: (typeof NAMES)[number]): boolean =>
		codes.length === end - start && codes.every((code, index) => bytes[start + index] === code);
	return NAMES.find(isHere)?.name ?? OTHER;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
	for (let index = start; index < end; index += 1) if ((bytes[index] ?? 0) > SPACE) return false;
	return true;
}

function refuse(problem: string): BodyRefusal {
	return { kind: "refused", message: `failed to parse request: ${problem}` };
}
