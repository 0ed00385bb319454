import type { NewEvent } from "./events/new-event.ts";

/** Events as they came, which no step has seen. They are never on the disk but sealed. */
export interface RawBatch extends RawEvents {
	/** With whose salt it is sealed. Whole days since the Unix epoch. */
	readonly day: number;
}

export interface RawEvents {
	readonly count: number;
	/** What the steps must know of the request, as JSON. */
	readonly facts: string;
	/** Entries of a JSON list, without its brackets, in UTF-8. */
	readonly events: Uint8Array;
}

/** @returns `undefined` when it fails by a mistake of ours, which it has told by then. */
export type RawReader = (raw: RawEvents) => readonly NewEvent[] | undefined;

/** `JSON.stringify()` makes none. */
const SEPARATOR = "\n";

/** What is sealed of a batch. */
export function rawPieces({ facts, events }: RawBatch): readonly Uint8Array[] {
	return [Buffer.from(`${facts}${SEPARATOR}`), events];
}

/** @param bytes What `rawPieces()` are when they stand behind one another. */
export function readRawPieces(bytes: Buffer, count: number): RawEvents {
	const end = bytes.indexOf(SEPARATOR);
	return { count, facts: bytes.toString("utf8", 0, end), events: bytes.subarray(end + 1) };
}
