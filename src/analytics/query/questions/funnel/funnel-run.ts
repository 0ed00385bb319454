import type { EventTest } from "../sqlite/event-test.ts";
import type { EventValue } from "../sqlite/event-values.ts";
import type { ScannedEvent } from "../sqlite/scan-days.ts";

export interface FunnelRunOptions {
	/** One for each step. */
	readonly tests: readonly EventTest[];
	/** From the first step to the last. */
	readonly windowMs: number;
	readonly labelOf: (event: ScannedEvent) => string | undefined;
	/** What the first step is broken down by. */
	readonly readValue: EventValue;
}

/** A step, with those that were made before it. */
interface Chain {
	/** How many steps it is. */
	readonly length: number;
	readonly time: number;
	/** When the first was made. */
	readonly startedAt: number;
	readonly before: Chain | undefined;
	readonly value: string | null;
}

interface Progress {
	/** By the number of its last step: the chain that began last, which has most time left. */
	readonly chains: (Chain | undefined)[];
	/** The first of those that came furthest. */
	best: Chain | undefined;
	/** What was done behind it. */
	next: string | undefined;
}

/**
 * Follows each visitor, or session, through the steps, event by event in order of time. An event
 * makes one step at most of each chain.
 */
export class FunnelRun {
	/** How many made each step and all before it. */
	readonly reached: number[] = [];
	/** By step: how long those took from the step before, in milliseconds. */
	readonly gaps: number[][] = [];
	/** By the last step made: what was done next, and how often; `null`: nothing more. */
	readonly instead: Map<string | null, number>[] = [];
	/** By the value of the breakdown: how many made each step. */
	readonly rows = new Map<string | null, number[]>();
	readonly #options: FunnelRunOptions;
	readonly #progress = new Map<number, Progress>();

	constructor(options: FunnelRunOptions) {
		this.#options = options;
	}

	add(event: ScannedEvent, who: number, passes: EventTest): void {
		const { tests, labelOf } = this.#options;
		const known = this.#progress.get(who);
		if (known?.best !== undefined) known.next ??= labelOf(event);
		let progress = known;
		// From the last step to the first, so that no event makes two.
		for (let step = tests.length - 1; step >= 0; step -= 1) {
			if (step > 0 && progress?.chains[step - 1] === undefined) continue;
			if (tests[step]?.(event) !== true || !passes(event)) continue;
			progress ??= this.#begin(who);
			this.#extend(progress, step, event);
		}
	}

	/** Counts what every visitor made, and forgets them. */
	finishAll(): void {
		for (const { best, next } of this.#progress.values()) {
			if (best !== undefined) this.#finish(best, next ?? null);
		}
		this.#progress.clear();
	}

	#begin(who: number): Progress {
		// A growing array reserves room for sixteen more.
		const chains = this.#options.tests.map(() => undefined);
		const progress: Progress = { chains, best: undefined, next: undefined };
		this.#progress.set(who, progress);
		return progress;
	}

	#extend(progress: Progress, step: number, event: ScannedEvent): void {
		const { timestamp } = event;
		const before = progress.chains[step - 1];
		const startedAt = before?.startedAt ?? timestamp;
		if (timestamp - startedAt > this.#options.windowMs) return;
		const value = before === undefined ? (this.#options.readValue(event) ?? null) : before.value;
		const chain: Chain = { length: step + 1, time: timestamp, startedAt, before, value };
		progress.chains[step] = chain;
		if (chain.length <= (progress.best?.length ?? 0)) return;
		progress.best = chain;
		progress.next = undefined;
	}

	#finish(best: Chain, next: string | null): void {
		const row = this.rows.get(best.value) ?? [];
		this.rows.set(best.value, row);
		for (let chain: Chain | undefined = best; chain !== undefined; chain = chain.before) {
			const { length, time, before } = chain;
			this.reached[length - 1] = (this.reached[length - 1] ?? 0) + 1;
			row[length - 1] = (row[length - 1] ?? 0) + 1;
			if (before === undefined) continue;
			const gaps = this.gaps[length - 1] ?? [];
			gaps.push(time - before.time);
			this.gaps[length - 1] = gaps;
		}
		if (best.length === this.#options.tests.length) return;
		const instead = this.instead[best.length - 1] ?? new Map<string | null, number>();
		this.instead[best.length - 1] = instead;
		instead.set(next, (instead.get(next) ?? 0) + 1);
	}
}
