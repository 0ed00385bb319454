import { isRecord } from "../../shared/is-record.ts";
import { readEvent } from "../protocol/read-event.ts";
import type { NewEvent, PersonChange, Properties } from "../store/new-event.ts";
import { type Draft, newDraft, type RequestFacts, type Step, type Warning } from "./draft.ts";
import type { DropReason } from "./drop-reasons.ts";
import type { NamedStep } from "./steps.ts";
import { uuidV7 } from "./uuid-v7.ts";

export interface StepsResult {
	readonly events: readonly NewEvent[];
	/** One entry for each dropped event. */
	readonly drops: readonly Remark<DropReason>[];
	/** Warnings about the stored events. */
	readonly warnings: readonly Remark<Warning>[];
}

export interface Remark<Cause> {
	/** Id of the event; empty if an unreadable event has none. */
	readonly uuid: string;
	readonly cause: Cause;
}

export interface RunOptions {
	readonly steps: readonly NamedStep[];
	readonly randomBytes: (size: number) => Uint8Array;
	/** Ids for events without one, the same at each retry of the request; absent: random ids. */
	readonly nextUuid?: (() => string) | undefined;
	/** Called with the duration of each step for all events together, in milliseconds. */
	readonly timed?: (step: string, durationMs: number) => void;
}

/** Runs the steps on the events of a request. An invalid event does not affect the others. */
export function runSteps(
	rawEvents: readonly unknown[],
	facts: RequestFacts,
	{ steps, randomBytes, nextUuid, timed }: RunOptions,
): StepsResult {
	const drops: Remark<DropReason>[] = [];
	let drafts = readDrafts(rawEvents, { drops, facts, randomBytes, nextUuid });
	let start = performance.now();
	for (const { name, run } of steps) {
		drafts = runStep(run, drafts, { facts, drops });
		const end = performance.now();
		timed?.(name, end - start);
		start = end;
	}
	const events = drafts.map((draft) => newEvent(draft, facts));
	const warnings = drafts.flatMap(({ uuid, warnings: causes }) =>
		causes.map((cause) => ({ uuid, cause })),
	);
	return { events, drops, warnings };
}

interface Reading extends Pick<RunOptions, "randomBytes" | "nextUuid"> {
	readonly facts: RequestFacts;
	/** This function appends to it. */
	readonly drops: Remark<DropReason>[];
}

function readDrafts(
	rawEvents: readonly unknown[],
	{ facts: { receivedAt }, drops, randomBytes, nextUuid }: Reading,
): Draft[] {
	const drafts: Draft[] = [];
	for (const raw of rawEvents) {
		const reading = readEvent(raw);
		if (reading.kind === "unreadable") {
			drops.push({ uuid: idOf(raw), cause: reading.reason });
			continue;
		}
		const uuid = reading.event.uuid ?? nextUuid?.() ?? uuidV7(receivedAt, randomBytes(10));
		drafts.push(newDraft(reading.event, { uuid, happenedAt: receivedAt }));
	}
	return drafts;
}

/** @returns The id of an event as sent, but in lower case; empty without an id. */
export function idOf(raw: unknown): string {
	const uuid = isRecord(raw) ? raw["uuid"] : undefined;
	return typeof uuid === "string" ? uuid.toLowerCase() : "";
}

function runStep(
	run: Step,
	drafts: readonly Draft[],
	{ facts, drops }: Omit<Reading, "randomBytes">,
): Draft[] {
	const kept: Draft[] = [];
	for (const draft of drafts) {
		const result = run(draft, facts);
		if (typeof result === "string") drops.push({ uuid: draft.uuid, cause: result });
		else kept.push(result);
	}
	return kept;
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

/** Excludes changes that steps derive from the event: they would be stored twice. */
function askedChange({ set, setOnce, unset }: Draft): PersonChange | undefined {
	const isEmpty = unset.length === 0 && isEmptyRecord(set) && isEmptyRecord(setOnce);
	return isEmpty ? undefined : { set, setOnce, unset };
}

function isEmptyRecord(record: Properties): boolean {
	return Object.keys(record).length === 0;
}
