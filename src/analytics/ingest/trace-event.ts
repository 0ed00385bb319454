import type { JsonRecord } from "../../shared/is-record.ts";
import type { EventStep } from "../api-types/events.ts";
import { readEvent } from "../protocol/read-event.ts";
import { isViewEvent } from "../protocol/view-events.ts";
import { type Draft, newDraft, type RequestFacts } from "./draft.ts";
import type { DropReason } from "./drop-reasons.ts";
import type { NamedStep } from "./steps.ts";

export interface EventTrace {
	readonly steps: readonly EventStep[];
	/** Reason of the drop; `undefined`: the event was stored. */
	readonly reason: DropReason | undefined;
}

/**
 * Runs the steps on an event again and records the changes of each step. For removed values it
 * records the names only.
 */
export function traceEvent(
	raw: unknown,
	facts: RequestFacts,
	steps: readonly NamedStep[],
): EventTrace {
	const reading = readEvent(raw);
	if (reading.kind === "unreadable") {
		const { reason } = reading;
		return { steps: [{ name: "read", outcome: "dropped", changes: [reason] }], reason };
	}
	let draft = newDraft(reading.event, {
		uuid: reading.event.uuid ?? "",
		happenedAt: facts.receivedAt,
	});
	const done: EventStep[] = [{ name: "read", outcome: "kept", changes: [] }];
	for (const { name, run } of steps) {
		const result = run(draft, facts);
		if (typeof result === "string") {
			done.push({ name, outcome: "dropped", changes: [result] });
			return { steps: done, reason: result };
		}
		const changes = describeChanges(draft, result);
		done.push({ name, outcome: changes.length === 0 ? "kept" : "changed", changes });
		draft = result;
	}
	return { steps: done, reason: undefined };
}

function describeChanges(before: Draft, after: Draft): readonly string[] {
	if (before === after) return [];
	return [
		...describeRecord("properties", before.properties, after.properties),
		...describeRecord("$set", before.set, after.set),
		...describeRecord("$set_once", before.setOnce, after.setOnce),
		...describeFacts(before, after),
	];
}

/** Describes changes of the fields that steps derive, such as person and visit. */
function describeFacts(before: Draft, after: Draft): readonly string[] {
	const sentences: string[] = [];
	if (before.happenedAt !== after.happenedAt) {
		sentences.push(`The time is ${new Date(after.happenedAt).toISOString()}`);
	}
	if (before.distinctId !== after.distinctId) sentences.push("The distinct ID lasts one day");
	if (before.keepsPerson !== after.keepsPerson) sentences.push("No person is stored");
	if (before.person !== after.person) sentences.push(describePerson(after));
	if (before.groups !== after.groups) {
		sentences.push(`Groups: ${after.groups.map(({ type, key }) => `${type} ${key}`).join(", ")}`);
	}
	if (before.bot !== after.bot) sentences.push(`It was sent by the bot ${after.bot}`);
	if (before.visit !== after.visit) sentences.push(describeVisit(after));
	return sentences;
}

function describePerson({ person }: Draft): string {
	const merge = person?.merge;
	if (merge === undefined) return "A person is stored under the distinct ID";
	return `The person is merged with ${merge.otherDistinctId} (${merge.kind})`;
}

function describeVisit({ event, visit }: Draft): string {
	const { page, status } = visit ?? {};
	if (!isViewEvent(event)) return "It is part of a visit";
	return `It is a view of ${page ?? "an unknown page"}${status === undefined ? "" : `, with status ${status}`}`;
}

function describeRecord(name: string, before: JsonRecord, after: JsonRecord): readonly string[] {
	if (before === after) return [];
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	const differing = keys.filter((key) => !isSame(before[key], after[key]));
	// JSON has no `undefined`: a property that a step sets to it counts as removed.
	const removed = differing.filter((key) => after[key] === undefined);
	const added = differing.filter((key) => before[key] === undefined);
	const changed = differing.filter((key) => before[key] !== undefined && after[key] !== undefined);
	return [
		...sentence(`Removed from ${name}`, removed),
		...sentence(`Added to ${name}`, added),
		...sentence(`Changed in ${name}`, changed),
	];
}

/** Anyone can send events, so the number of names has no limit. */
const MAX_NAMES = 20;

function sentence(what: string, names: readonly string[]): readonly string[] {
	if (names.length === 0) return [];
	const shown = names.slice(0, MAX_NAMES).join(", ");
	return [`${what}: ${shown}${names.length > MAX_NAMES ? ", …" : ""}`];
}

function isSame(left: unknown, right: unknown): boolean {
	return left === right || JSON.stringify(left) === JSON.stringify(right);
}
