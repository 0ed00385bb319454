import { isRecord } from "../../shared/is-record.ts";
import type { NewEvent, PersonChange, Properties } from "../store/new-event.ts";
import { readEvent } from "../wire/read-event.ts";
import { type Draft, newDraft, type RequestFacts, type Step, type Warning } from "./draft.ts";
import type { DropReason } from "./drop-reasons.ts";
import type { NamedStep } from "./steps.ts";
import { uuidV7 } from "./uuid-v7.ts";

export interface StepsResult {
	readonly events: readonly NewEvent[];
	/** One for each event that was not kept. */
	readonly drops: readonly Remark<DropReason>[];
	/** What is remarkable about the events that were kept. */
	readonly warnings: readonly Remark<Warning>[];
}

export interface Remark<Cause> {
	/** Of the event; empty where it gives none. */
	readonly uuid: string;
	readonly cause: Cause;
}

export interface RunOptions {
	readonly steps: readonly NamedStep[];
	readonly randomBytes: (size: number) => Uint8Array;
	/** The ids of events without one, of a request that may come again; random ones when absent. */
	readonly nextUuid?: (() => string) | undefined;
	/** Told how long each step took for all events together, in milliseconds. */
	readonly timed?: (step: string, durationMs: number) => void;
}

/** Takes the events of a request through the steps; one bad event does not hurt the others. */
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
	/** Added to. */
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

/** @returns The id of an event as its sender spells it, in lower case. */
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

/** Without what was worked out from the event itself: that would be stored twice. */
function askedChange({ set, setOnce, unset }: Draft): PersonChange | undefined {
	const isEmpty = unset.length === 0 && isEmptyRecord(set) && isEmptyRecord(setOnce);
	return isEmpty ? undefined : { set, setOnce, unset };
}

function isEmptyRecord(record: Properties): boolean {
	return Object.keys(record).length === 0;
}
