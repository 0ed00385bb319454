import type { NewEvent, PersonChange, Properties } from "../store/events/new-event.ts";
import { type EventReading, readEvent } from "../wire/read-event.ts";
import { type Draft, type DropReason, newDraft, type RequestFacts, type Step } from "./draft.ts";
import { uuidV7 } from "./uuid-v7.ts";

export interface PipelineResult {
	readonly events: readonly NewEvent[];
	/** One for each event that was not kept, in order. */
	readonly drops: readonly DropReason[];
}

export interface PipelineOptions {
	readonly steps: readonly Step[];
	readonly randomBytes: (size: number) => Uint8Array;
}

/** Takes every event of a request through the steps; one bad event does not hurt the others. */
export function runPipeline(
	rawEvents: readonly unknown[],
	facts: RequestFacts,
	options: PipelineOptions,
): PipelineResult {
	const events: NewEvent[] = [];
	const drops: DropReason[] = [];
	for (const raw of rawEvents) {
		const result = takeThrough(readEvent(raw), facts, options);
		if (typeof result === "string") drops.push(result);
		else events.push(newEvent(result, facts));
	}
	return { events, drops };
}

/** Runs the steps in order and stops at the first drop. */
function takeThrough(
	reading: EventReading,
	facts: RequestFacts,
	{ steps, randomBytes }: PipelineOptions,
): Draft | DropReason {
	if (reading.kind === "unreadable") return reading.reason;
	const uuid = reading.event.uuid ?? uuidV7(facts.receivedAt, randomBytes(10));
	let draft = newDraft(reading.event, { uuid, happenedAt: facts.receivedAt });
	for (const step of steps) {
		const result = step(draft, facts);
		if (typeof result === "string") return result;
		draft = result;
	}
	return draft;
}

function newEvent(draft: Draft, { receivedAt }: RequestFacts): NewEvent {
	const { uuid, event, distinctId, happenedAt, properties, person, groups, bot, visit } = draft;
	return {
		uuid,
		event,
		distinctId,
		timestamp: happenedAt,
		receivedAt,
		properties,
		personChange: askedChange(draft),
		person,
		groups,
		bot,
		visit,
	};
}

/** Without what was worked out from the event itself: that would be stored twice. */
function askedChange({ set, setOnce, unset }: Draft): PersonChange | undefined {
	const isEmpty = unset.length === 0 && isEmptyRecord(set) && isEmptyRecord(setOnce);
	return isEmpty ? undefined : { set, setOnce, unset };
}

function isEmptyRecord(record: Properties): boolean {
	return Object.keys(record).length === 0;
}
