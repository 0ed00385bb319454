import type { DatabaseSync } from "node:sqlite";
import type { Strings } from "../dictionary/strings.ts";
import type { TextBudget } from "../dictionary/text-budget.ts";
import { DIMENSION_RANGE, PERIODS } from "./roll-up.ts";

/** More than anyone reads. Without a limit, a client with invented paths would fill the disk. */
export const MAX_VALUES_PER_DAY = 10_000;

/** Replaces every value above the day's limit or text budget. */
export const OTHER_VALUES = "(other)";

export interface RollUpValue {
	/** Whole days since the Unix epoch. */
	readonly day: number;
	/** A number of `DIMENSIONS`. */
	readonly dimension: number;
	readonly text: string;
}

export interface RollUpValuesOptions {
	readonly database: DatabaseSync;
	readonly strings: Strings;
	/** Budget for texts that are not stored yet. */
	readonly budget: TextBudget;
}

/** Assigns numbers to the values of a dimension, up to `MAX_VALUES_PER_DAY` for each day. */
export class RollUpValues {
	readonly #strings: Strings;
	readonly #budget: TextBudget;
	readonly #select;
	readonly #known = new Map<number, Set<number>>();

	constructor({ database, strings, budget }: RollUpValuesOptions) {
		this.#strings = strings;
		this.#budget = budget;
		this.#select = database.prepare(
			`SELECT value FROM roll_ups WHERE period = ${PERIODS.day} AND dimension = ? AND bucket = ?`,
		);
	}

	/** @returns The value's number in `strings`. Only inside a transaction. */
	numberOf({ day, dimension, text }: RollUpValue): number {
		const known = this.#valuesOf(day, dimension);
		const stored = this.#strings.find(text);
		if (stored !== undefined && known.has(stored)) return stored;
		if (known.size >= MAX_VALUES_PER_DAY) return this.#strings.idOf(OTHER_VALUES);
		if (stored === undefined && !this.#budget.spend(text)) return this.#strings.idOf(OTHER_VALUES);
		const id = stored ?? this.#strings.idOf(text);
		known.add(id);
		return id;
	}

	/** Clears the cache after a rollback. */
	forget(): void {
		this.#known.clear();
	}

	#valuesOf(day: number, dimension: number): Set<number> {
		const key = day * DIMENSION_RANGE + dimension;
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		// An import touches hundreds of days and rarely returns to one.
		if (this.#known.size > MAX_REMEMBERED_LISTS) this.#known.clear();
		const values = new Set(this.#select.all(dimension, day).map(({ value }) => Number(value)));
		this.#known.set(key, values);
		return values;
	}
}

/** Lists for two or three days of every dimension. */
const MAX_REMEMBERED_LISTS = 48;
