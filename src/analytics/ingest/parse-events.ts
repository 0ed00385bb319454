import { nodeCodec } from "../http/node-codec.ts";
import { BodyScanner } from "../wire/body-scanner.ts";
import { readJson } from "../wire/decode-body.ts";
import type { Span } from "../wire/span-list.ts";

/**
 * Parses events that stand behind one another in a JSON list.
 *
 * All in one go, which for small ones takes half the time; one by one where one is no JSON.
 *
 * @param bytes Entries of a list, without its brackets, that a scan has counted.
 * @returns As many as there are entries; `undefined` for what is no JSON.
 */
export function parseEvents(bytes: Uint8Array, count: number): readonly unknown[] {
	const text = `[${nodeCodec.utf8(bytes)}]`;
	const list = readJson(text);
	// Brackets and commas have been counted: a list that parses has these events and no others.
	if (Array.isArray(list) && list.length === count) return list;
	const bracketed = Buffer.from(text);
	return spansOf(bracketed).map((span) => parseEvent(bracketed, span));
}

/** @returns `undefined` for what is no JSON; it counts as an event that is no object. */
export function parseEvent(bytes: Uint8Array, { start, end }: Span): unknown {
	return readJson(nodeCodec.utf8(bytes.subarray(start, end)));
}

function spansOf(list: Uint8Array): readonly Span[] {
	const scan = new BodyScanner(list).scanRest(list.length);
	let step = scan.next();
	while (step.done !== true) step = scan.next();
	return step.value.kind === "parts" ? (step.value.parts.events?.slice() ?? []) : [];
}
