/** Counts of a funnel, for one run or several. */
export class FunnelCounts {
	/** By step: number of visitors who made it and all steps before it. */
	readonly reached: number[] = [];
	/** By step: times since the previous step, in milliseconds, one for each of these visitors. */
	readonly gaps: number[][] = [];
	/** By the last step made: label of the next event → count; 0: no next event. */
	readonly instead: Map<number, number>[] = [];
	/** By value of the breakdown: number of visitors who made each step. */
	readonly rows = new Map<number, number[]>();
}

/** An event of a visitor. */
export interface FunnelEvent {
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
	/** A bit for each step that the event makes. */
	readonly steps: number;
	/** Number of its label; 0 for automatic events. */
	readonly label: number;
	/** Number of its value for the breakdown; 0: unknown. */
	readonly value: number;
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
	readonly #counts: FunnelCounts;
	readonly #stepCount: number;
	readonly #windowMs: number;
	readonly #best: number;
	readonly #next: number;
	readonly #records: Records;
	/** By visitor: record plus 1; 0: none. */
	#recordOf: Uint32Array;

	/**
	 * @param steps Number of steps, at most 8.
	 * @param windowMs Maximum time from the first step to the last.
	 */
	constructor(
		counts: FunnelCounts,
		{ steps, windowMs }: { readonly steps: number; readonly windowMs: number },
	) {
		this.#counts = counts;
		this.#stepCount = steps;
		this.#windowMs = windowMs;
		this.#best = placeOfChain(steps);
		this.#next = this.#best + steps + 1;
		this.#records = new Records(this.#next + 1);
		this.#recordOf = new Uint32Array(0);
	}

	/** Finishes all visitors, whose numbers then stand for others. @param visitors Highest number plus 1. */
	begin(visitors: number): void {
		this.finishAll();
		this.makeRoom(visitors);
	}

	/** @param visitors Highest number of a visitor plus 1. */
	makeRoom(visitors: number): void {
		if (visitors <= this.#recordOf.length) return;
		const records = new Uint32Array(Math.max(visitors, this.#recordOf.length * 2));
		records.set(this.#recordOf);
		this.#recordOf = records;
	}

	/** Whether an event can change anything: most events make no step and follow none. */
	concerns(who: number, steps: number): boolean {
		if (steps !== 0) return true;
		const record = this.#recordOf[who] as number;
		return record !== 0 && isOpen(this.#records.stateOf(record - 1));
	}

	add(who: number, event: FunnelEvent): void {
		let record = (this.#recordOf[who] as number) - 1;
		const state = record < 0 ? 0 : this.#records.stateOf(record);
		if (isOpen(state)) this.#noteNext(record, event);
		// From the last step to the first, so that no event makes two steps of a chain.
		for (let step = Math.min(stepsOf(state), this.#stepCount - 1); step >= 0; step -= 1) {
			if ((event.steps & (1 << step)) === 0) continue;
			if (record < 0) {
				record = this.#records.add();
				this.#recordOf[who] = record + 1;
			}
			this.#extend(record, step, event);
		}
	}

	/** Adds the record of each visitor to the counts, and clears the records. */
	finishAll(): void {
		for (let record = 0; record < this.#records.count; record += 1) this.#finish(record);
		this.#records.clear();
		this.#recordOf.fill(0);
	}

	#noteNext(record: number, { label }: FunnelEvent): void {
		if (label === 0) return;
		this.#records.set(record, this.#next, label);
		this.#records.setState(record, stateOf(stepsOf(this.#records.stateOf(record)), false));
	}

	#extend(record: number, step: number, { at, value }: FunnelEvent): void {
		const chain = placeOfChain(step);
		if (step === 0) {
			this.#records.set(record, chain, value);
		} else {
			const before = placeOfChain(step - 1);
			if (at - this.#records.get(record, before + 1) > this.#windowMs) return;
			this.#copy(record, { from: before, to: chain, count: step + 1 });
		}
		this.#records.set(record, chain + step + 1, at);
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
		const { reached, gaps, instead, rows } = this.#counts;
		const timeOf = (step: number): number => this.#records.get(record, this.#best + step + 1);
		const row = rows.getOrInsertComputed(this.#records.get(record, this.#best), () => []);
		let made = 0;
		for (; made < this.#stepCount && timeOf(made) !== 0; made += 1) {
			reached[made] = (reached[made] ?? 0) + 1;
			row[made] = (row[made] ?? 0) + 1;
			if (made === 0) continue;
			const times = gaps[made] ?? [];
			times.push(timeOf(made) - timeOf(made - 1));
			gaps[made] = times;
		}
		if (made === this.#stepCount) return;
		const next = this.#records.get(record, this.#next);
		instead[made - 1] ??= new Map();
		const labels = instead[made - 1];
		labels?.set(next, (labels.get(next) ?? 0) + 1);
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
