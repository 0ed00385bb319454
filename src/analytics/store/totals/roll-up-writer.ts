import type { DatabaseSync } from "node:sqlite";
import {
	addTotals,
	DIMENSION_RANGE,
	DIMENSIONS,
	monthOfDay,
	newSum,
	PERIODS,
	type Sum,
	type Totals,
} from "./roll-up.ts";

/** A total of a day, or the total of a quarter of an hour over all events. */
export type RollUpTarget =
	| {
			/** A number of `DIMENSIONS`. */
			readonly dimension: number;
			/** The value's number in `strings`. */
			readonly value: number;
	  }
	| { readonly quarter: number };

/** A change of one total. */
export interface Contribution extends Totals {
	readonly target: RollUpTarget;
}

/**
 * Collects changes to the totals while a batch is written, then writes each changed row once: a hundred views
 * of one page are one update.
 */
export class RollUpWriter {
	readonly #upsert;
	readonly #days = new Map<number, Map<number, Sum>>();
	readonly #quarters = new Map<number, Sum>();

	constructor(database: DatabaseSync) {
		this.#upsert = database.prepare(`
			INSERT INTO roll_ups
				(period, dimension, bucket, value, views, visitors, sessions, bounces, duration_ms)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET
				views = views + excluded.views,
				visitors = visitors + excluded.visitors,
				sessions = sessions + excluded.sessions,
				bounces = bounces + excluded.bounces,
				duration_ms = duration_ms + excluded.duration_ms
		`);
	}

	/**
	 * Returns the pending change of one total. The caller adds to it in place.
	 *
	 * @param day Whole days since the Unix epoch.
	 */
	changeOf(day: number, target: RollUpTarget): Sum {
		if ("quarter" in target) return entryOf(this.#quarters, target.quarter, newSum);
		const changes = entryOf(this.#days, day, () => new Map<number, Sum>());
		return entryOf(changes, target.value * DIMENSION_RANGE + target.dimension, newSum);
	}

	/** Adds contributions to the totals of a day, or subtracts them. */
	add(day: number, contributions: readonly Contribution[], sign: 1 | -1 = 1): void {
		for (const { target, ...totals } of contributions) {
			addTotals(this.changeOf(day, target), totals, sign);
		}
	}

	/** Writes the collected changes. Only inside a transaction. */
	flush(): void {
		for (const [quarter, change] of this.#quarters) {
			this.#write([PERIODS.quarter, DIMENSIONS.all, quarter, 0], change);
		}
		for (const [day, changes] of this.#days) {
			const month = monthOfDay(day);
			for (const [key, change] of changes) {
				const [dimension, value] = [key % DIMENSION_RANGE, Math.floor(key / DIMENSION_RANGE)];
				this.#write([PERIODS.day, dimension, day, value], change);
				this.#write([PERIODS.month, dimension, month, value], change);
			}
		}
		this.forget();
	}

	/** Discards the collected changes, after a rollback. */
	forget(): void {
		this.#quarters.clear();
		this.#days.clear();
	}

	/** @param key Columns of the primary key. */
	#write(key: readonly [number, number, number, number], change: Sum): void {
		const { views, visitors, sessions, bounces, durationMs } = change;
		// A removal and an equal addition cancel out.
		if (!(views || visitors || sessions || bounces || durationMs)) return;
		this.#upsert.run(...key, views, visitors, sessions, bounces, durationMs);
	}
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
	const known = map.get(key);
	if (known !== undefined) return known;
	const created = create();
	map.set(key, created);
	return created;
}
