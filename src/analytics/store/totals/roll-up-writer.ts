import type { DatabaseSync } from "node:sqlite";
import { DIMENSIONS, monthOfDay, NO_TOTALS, PERIODS, type Sum } from "./roll-up.ts";

/** There are 16 dimensions; the rest of a key is the value's number. */
const DIMENSION_RANGE = 32;

/** What a change is about: a moment, a dimension and one of its values. */
export interface RollUpTarget {
	/** Whole days since the Unix epoch. */
	readonly day: number;
	/** A number of `DIMENSIONS`. */
	readonly dimension: number;
	/** The value's number in `strings`. */
	readonly value: number;
}

/**
 * Gathers changes to the totals while a batch is written, then writes each touched row
 * once: a hundred views of one page are one update.
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

	/** The day's change for one value, to be added to in place. */
	ofDay({ day, dimension, value }: RollUpTarget): Sum {
		const deltas = entryOf(this.#days, day, () => new Map<number, Sum>());
		return entryOf(deltas, value * DIMENSION_RANGE + dimension, () => ({ ...NO_TOTALS }));
	}

	/** The change of a quarter of an hour over everything, to be added to in place. */
	ofQuarter(quarter: number): Sum {
		return entryOf(this.#quarters, quarter, () => ({ ...NO_TOTALS }));
	}

	/** Adds what was gathered to the totals. Only inside a transaction. */
	flush(): void {
		for (const [quarter, delta] of this.#quarters) {
			this.#write(PERIODS.quarter, quarter, { dimension: DIMENSIONS.all, value: 0 }, delta);
		}
		for (const [day, deltas] of this.#days) this.#flushDay(day, deltas);
		this.forget();
	}

	/** Drops what was gathered, after a rollback. */
	forget(): void {
		this.#quarters.clear();
		this.#days.clear();
	}

	#flushDay(day: number, deltas: ReadonlyMap<number, Sum>): void {
		const month = monthOfDay(day);
		for (const [key, delta] of deltas) {
			const target = {
				dimension: key % DIMENSION_RANGE,
				value: Math.floor(key / DIMENSION_RANGE),
			};
			this.#write(PERIODS.day, day, target, delta);
			this.#write(PERIODS.month, month, target, delta);
		}
	}

	#write(
		period: number,
		bucket: number,
		{ dimension, value }: Omit<RollUpTarget, "day">,
		{ views, visitors, sessions, bounces, durationMs }: Sum,
	): void {
		// A removal and an equal addition cancel out.
		if (!(views || visitors || sessions || bounces || durationMs)) return;
		this.#upsert.run(
			period,
			dimension,
			bucket,
			value,
			views,
			visitors,
			sessions,
			bounces,
			durationMs,
		);
	}
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
	const known = map.get(key);
	if (known !== undefined) return known;
	const created = create();
	map.set(key, created);
	return created;
}
