import type { RawBatch, RawEvents } from "../store/raw-batch.ts";
import { dayOf } from "../store/visits/roll-up.ts";
import type { RequestFacts } from "./draft.ts";
import { parseEvents } from "./parse-events.ts";
import type { RawPart } from "./read-parts.ts";
import { parseUserAgent } from "./user-agent.ts";

/** What can be worked out again is not written down. */
type WrittenFacts = Omit<RequestFacts, "agent">;

/** Part of a body for the store, with what the steps will have to know of its request. */
export function rawBatchOf({ bytes, count, length }: RawPart, facts: RequestFacts): RawBatch {
	const written: WrittenFacts = { ...withoutAgent(facts), bodyLength: length };
	return { count, day: dayOf(facts.receivedAt), facts: JSON.stringify(written), events: bytes };
}

/** What the steps take, from what `rawBatchOf()` made. */
export function readRawEvents({ count, facts, events }: RawEvents): {
	readonly facts: RequestFacts;
	readonly rawEvents: readonly unknown[];
} {
	const written = JSON.parse(facts) as WrittenFacts;
	const { userAgent } = written;
	const agent = userAgent === undefined ? undefined : parseUserAgent(userAgent);
	return { facts: { ...written, agent }, rawEvents: parseEvents(events, count) };
}

function withoutAgent({ agent: _, ...facts }: RequestFacts): WrittenFacts {
	return facts;
}
