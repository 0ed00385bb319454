import type { EventTest } from "../sqlite/event-test.ts";
import type { EventValue } from "../sqlite/event-values.ts";
import { NumberMap } from "../sqlite/number-map.ts";
import type { ScannedEvent } from "../sqlite/scan-days.ts";

export interface FunnelRunOptions {
	/** Test of each step. */
	readonly tests: readonly EventTest[];
	/** Maximum time from the first step to the last. */
	readonly windowMs: number;
	readonly labelOf: EventValue;
	/** Reads the value for the breakdown from the event of the first step. */
	readonly readValue: EventValue;
}

/**
 * Follows each visitor, or session, through the steps, event by event in order of time. An event
 * makes at most one step of each chain.
 *
 * The record of a visitor first has, for each step, the chain that ends with it and began last: this has
 * most time left. Then it has the best chain, the first of the longest, and the next event after it.
 * A chain is the number of its first step's value, and the time of each of its steps; 0: not made yet.
 */
export class FunnelRun {
	/** By step: number of visitors who made it and all steps before it. */
	readonly reached: number[] = [];
	/** By step: times since the previous step, in milliseconds, one for each of these visitors. */
	readonly gaps: number[][] = [];
	/** By the last step made: label of the next event → count; `null`: no next event. */
	readonly instead: Map<string | null, number>[] = [];
	/** By value of the breakdown: number of visitors who made each step. */
	readonly rows = new Map<string | null, number[]>();
	readonly #options: FunnelRunOptions;
	readonly #best: number;
	readonly #next: number;
	readonly #records: Records;
	#recordOf = new NumberMap();
	readonly #values = new Numbered<string | null>();
	readonly #labels = new Numbered<string>();

	constructor(options: FunnelRunOptions) {
		const steps = options.tests.length;
		this.#options = options;
		this.#best = placeOfChain(steps);
		this.#next = this.#best + steps + 1;
		this.#records = new Records(this.#next + 1);
	}

	add(event: ScannedEvent, who: number, passes: EventTest): void {
		const { tests } = this.#options;
		let record = this.#recordOf.get(who);
		const state = record === undefined ? 0 : this.#records.stateOf(record);
		if (record !== undefined && isOpen(state)) this.#noteNext(record, event);
		// From the last step to the first, so that no event makes two steps of a chain.
		for (let step = Math.min(stepsOf(state), tests.length - 1); step >= 0; step -= 1) {
			if (tests[step]?.(event) !== true || !passes(event)) continue;
			record ??= this.#begin(who);
			this.#extend(record, step, event);
		}
	}

	/** Adds the record of each visitor to the counts, and clears the records. */
	finishAll(): void {
		for (let record = 0; record < this.#records.count; record += 1) this.#finish(record);
		this.#records.clear();
		this.#recordOf = new NumberMap();
	}

	#begin(who: number): number {
		const record = this.#records.add();
		this.#recordOf.set(who, record);
		return record;
	}

	#noteNext(record: number, event: ScannedEvent): void {
		const label = this.#options.labelOf(event);
		if (label === undefined) return;
		this.#records.set(record, this.#next, this.#labels.numberOf(label));
		this.#records.setState(record, stateOf(stepsOf(this.#records.stateOf(record)), false));
	}

	#extend(record: number, step: number, event: ScannedEvent): void {
		const { timestamp } = event;
		const chain = placeOfChain(step);
		if (step === 0) {
			const value = this.#options.readValue(event) ?? null;
			this.#records.set(record, chain, this.#values.numberOf(value));
		} else {
			const before = placeOfChain(step - 1);
			if (timestamp - this.#records.get(record, before + 1) > this.#options.windowMs) return;
			this.#copy(record, { from: before, to: chain, count: step + 1 });
		}
		this.#records.set(record, chain + step + 1, timestamp);
		// An earlier chain has at least as many steps: the first one counts.
		if (step < stepsOf(this.#records.stateOf(record))) return;
		this.#copy(record, { from: chain, to: this.#best, count: step + 2 });
		this.#records.set(record, this.#next, 0);
		this.#records.setState(record, stateOf(step + 1, true));
	}

	#copy(record: number, { from, to, count }: CopiedPlaces): void {
		for (let place = 0; place < count; place += 1) {
			this.#records.set(record, to + place, this.#records.get(record, from + place));
		}
	}

	#finish(record: number): void {
		const steps = this.#options.tests.length;
		const timeOf = (step: number): number => this.#records.get(record, this.#best + step + 1);
		const value = this.#values.valueOf(this.#records.get(record, this.#best)) ?? null;
		const row = this.rows.get(value) ?? [];
		this.rows.set(value, row);
		let made = 0;
		for (; made < steps && timeOf(made) !== 0; made += 1) {
			this.reached[made] = (this.reached[made] ?? 0) + 1;
			row[made] = (row[made] ?? 0) + 1;
			if (made === 0) continue;
			const gaps = this.gaps[made] ?? [];
			gaps.push(timeOf(made) - timeOf(made - 1));
			this.gaps[made] = gaps;
		}
		if (made === steps) return;
		const next = this.#labels.valueOf(this.#records.get(record, this.#next)) ?? null;
		const instead = this.instead[made - 1] ?? new Map<string | null, number>();
		this.instead[made - 1] = instead;
		instead.set(next, (instead.get(next) ?? 0) + 1);
	}
}

interface CopiedPlaces {
	readonly from: number;
	readonly to: number;
	readonly count: number;
}

/** Offset of a chain: each chain before it has a value, and a time for each of its steps. */
function placeOfChain(step: number): number {
	return (step * (step + 3)) / 2;
}

/** Numbers values from 1. */
class Numbered<Value> {
	readonly #numbers = new Map<Value, number>();
	readonly #values: Value[] = [];

	numberOf(value: Value): number {
		const known = this.#numbers.get(value);
		if (known !== undefined) return known;
		const number = this.#values.push(value);
		this.#numbers.set(value, number);
		return number;
	}

	/** @returns `undefined` for 0. */
	valueOf(number: number): Value | undefined {
		return this.#values[number - 1];
	}
}

/**
 * The part of a record that most events read, in one byte.
 *
 * @param steps Number of steps of the best chain.
 * @param isOpen Whether the next event after that chain is not known yet.
 */
function stateOf(steps: number, isOpen: boolean): number {
	return steps * 2 + (isOpen ? 1 : 0);
}

function stepsOf(state: number): number {
	return state >> 1;
}

function isOpen(state: number): boolean {
	return state % 2 === 1;
}

/** A few hundred kilobytes: even a few visitors reserve a whole piece. */
const RECORDS_OF_PIECE = 2 ** 12;

/**
 * Records of `width` numbers each, initially 0. Hundreds of thousands of visitors take a fifth of the
 * memory of objects, and garbage collection does not move it.
 */
class Records {
	readonly #width: number;
	readonly #pieces: Float64Array[] = [];
	/** Separate from the records, because most events read nothing else. */
	#states = new Uint8Array(RECORDS_OF_PIECE);
	#count = 0;

	constructor(width: number) {
		this.#width = width;
	}

	get count(): number {
		return this.#count;
	}

	/** @returns The number of the new record, from 0. */
	add(): number {
		const record = this.#count;
		this.#count += 1;
		if (record % RECORDS_OF_PIECE === 0) {
			this.#pieces.push(new Float64Array(RECORDS_OF_PIECE * this.#width));
		}
		if (record === this.#states.length) {
			const states = new Uint8Array(record * 2);
			states.set(this.#states);
			this.#states = states;
		}
		return record;
	}

	stateOf(record: number): number {
		return this.#states[record] ?? 0;
	}

	/** @param state Below 256. */
	setState(record: number, state: number): void {
		this.#states[record] = state;
	}

	get(record: number, place: number): number {
		const piece = this.#pieces[Math.floor(record / RECORDS_OF_PIECE)];
		return piece?.[(record % RECORDS_OF_PIECE) * this.#width + place] ?? Number.NaN;
	}

	set(record: number, place: number, value: number): void {
		const piece = this.#pieces[Math.floor(record / RECORDS_OF_PIECE)];
		if (piece !== undefined) piece[(record % RECORDS_OF_PIECE) * this.#width + place] = value;
	}

	clear(): void {
		this.#pieces.length = 0;
		this.#states.fill(0);
		this.#count = 0;
	}
}
