import { isRecord } from "../../shared/is-record.ts";
import type { EventStep, LiveDrop } from "../api-types/events.ts";
import type { DroppedEvents, EventWarning } from "../api-types/problems.ts";
import type { ObservedCapture } from "./capture.ts";
import { type RequestFacts, WARNINGS, type Warning } from "./draft.ts";
import { DROP_REASONS, type DropReason } from "./drop-reasons.ts";
import type { NamedStep } from "./steps.ts";
import { traceEvent } from "./trace-event.ts";

/** Enough traces for one screen of the dashboard. */
const MAX_TRACES = 500;
/** A reader cannot follow more on a live screen, and a trace costs as much as ingest itself. */
const MAX_TRACES_PER_SECOND = 200;
const SECOND_MS = 1_000;
/** In characters of a request's JSON: traces of larger requests would use too much memory. */
const MAX_TRACED_LENGTH = 256 * 1024;
const SHOWN_TOKEN_LENGTH = 6;
const MAX_EXAMPLE_PROPERTIES = 50;

type Example = NonNullable<DroppedEvents["example"]>;
type DropListener = (drop: LiveDrop) => void;

interface DropRecord {
	count: number;
	example: Example | undefined;
	exampleAt: number;
}

/**
 * Records data that ingest does not store: counts and reasons of dropped events, with an example
 * each, and the traces of events while the live screen is open. The data is bounded, in memory, and
 * lost when the process ends.
 */
export class CaptureWatch {
	readonly since: number;
	readonly #steps: readonly NamedStep[];
	readonly #warnings = new Map<Warning, number>();
	readonly #drops = new Map<DropReason, DropRecord>();
	readonly #traces = new Map<string, readonly EventStep[]>();
	readonly #listeners = new Set<DropListener>();
	#second = 0;
	#tracesInSecond = 0;

	/** @param steps The steps of ingest. @param now Milliseconds since the Unix epoch. */
	constructor(steps: readonly NamedStep[], now: number) {
		this.#steps = steps;
		this.since = now;
	}

	/** Called for each chunk of events. Cheap unless an event was dropped or a live screen is open. */
	observe(capture: ObservedCapture): void {
		const { facts, result } = capture;
		for (const { cause } of result.drops) this.#count(cause);
		for (const { cause } of result.warnings) {
			this.#warnings.set(cause, (this.#warnings.get(cause) ?? 0) + 1);
		}
		const wantsExample = result.drops.some(({ cause }) => this.#wantsExample(cause, facts));
		if (this.#listeners.size === 0 && !wantsExample) return;
		if (facts.bodyLength > MAX_TRACED_LENGTH && !wantsExample) return;
		this.#trace(capture);
	}

	/** @returns A function that ends the watch. */
	watch(listener: DropListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** @returns The trace of an event, if it is among the last 500 traced events. */
	stepsOf(uuid: string): readonly EventStep[] | undefined {
		return this.#traces.get(uuid);
	}

	/** @returns Reasons with counts and examples, the most frequent first. */
	drops(): readonly DroppedEvents[] {
		return [...this.#drops]
			.map(([reason, { count, example }]) => ({
				reason,
				description: DROP_REASONS[reason],
				count,
				example: example ?? null,
			}))
			.toSorted((a, b) => b.count - a.count);
	}

	/** @returns Warnings about stored events, the most frequent first. */
	warnings(): readonly EventWarning[] {
		return [...this.#warnings]
			.map(([cause, count]) => ({ cause, description: WARNINGS[cause], count }))
			.toSorted((a, b) => b.count - a.count);
	}

	#count(reason: DropReason): void {
		const record = this.#drops.get(reason);
		if (record !== undefined) record.count += 1;
		else this.#drops.set(reason, { count: 1, example: undefined, exampleAt: 0 });
	}

	#wantsExample(reason: DropReason, { receivedAt }: RequestFacts): boolean {
		const record = this.#drops.get(reason);
		return record !== undefined && receivedAt - record.exampleAt >= SECOND_MS;
	}

	/** Pairs raw and stored events by position: both lists have the same order. */
	#trace({ rawEvents, facts, result }: ObservedCapture): void {
		let kept = 0;
		for (const raw of rawEvents) {
			if (!this.#hasRoom(facts.receivedAt)) return;
			const { steps, reason } = traceEvent(raw, facts, this.#steps);
			if (reason !== undefined) {
				this.#remember(raw, facts, reason, steps);
				continue;
			}
			const event = result.events[kept];
			kept += 1;
			if (event !== undefined && this.#listeners.size > 0) this.#keep(event.uuid, steps);
		}
	}

	#hasRoom(now: number): boolean {
		const second = Math.floor(now / SECOND_MS);
		if (second !== this.#second) this.#tracesInSecond = 0;
		this.#second = second;
		this.#tracesInSecond += 1;
		return this.#tracesInSecond <= MAX_TRACES_PER_SECOND;
	}

	#keep(uuid: string, steps: readonly EventStep[]): void {
		this.#traces.set(uuid, steps);
		const [oldest] = this.#traces.keys();
		if (this.#traces.size > MAX_TRACES && oldest !== undefined) this.#traces.delete(oldest);
	}

	#remember(raw: unknown, facts: RequestFacts, reason: DropReason, steps: readonly EventStep[]) {
		const record = this.#drops.get(reason);
		const example = exampleOf(raw, facts);
		if (record !== undefined) {
			record.example = example;
			record.exampleAt = facts.receivedAt;
		}
		const { event, at } = example;
		const drop = { reason, description: DROP_REASONS[reason], event, at, steps };
		for (const listener of this.#listeners) listener(drop);
	}
}

const MAX_NAME_LENGTH = 200;

/** Identifies the event for a developer, without data about its sender. */
function exampleOf(raw: unknown, { receivedAt, token }: RequestFacts): Example {
	const fields = isRecord(raw) ? raw : {};
	const { event, properties } = fields;
	const names = isRecord(properties) ? Object.keys(properties) : [];
	return {
		at: new Date(receivedAt).toISOString(),
		event: typeof event === "string" ? event.slice(0, MAX_NAME_LENGTH) : null,
		token: `${token.slice(0, SHOWN_TOKEN_LENGTH)}…`,
		properties: names
			.slice(0, MAX_EXAMPLE_PROPERTIES)
			.map((name) => name.slice(0, MAX_NAME_LENGTH)),
	};
}
