import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** Random, so that a stamp never returns with other events after a restored back-up. */
const STAMP_RANGE = 2 ** 47;

/**
 * Stamps of days (UTC), which change with the events of a day. Column files have the stamp of their day: with
 * another stamp, a file is out of date.
 */
export type DayStamps = ReturnType<typeof createDayStamps>;

export function createDayStamps(database: DatabaseSync) {
	const sql = database.createTagStore();
	const changed = new Set<number>();
	const people = new Set<string>();
	return {
		/** Marks a day as changed. `flush()` writes it. */
		change: (day: number): void => {
			changed.add(day);
		},
		/** Marks the totals of all days with client sessions of these distinct ids, but not the files. */
		changePeople: (distinctIds: readonly string[]): void => {
			for (const id of distinctIds) people.add(id);
		},
		/** Writes new stamps. Only inside the transaction of the change. @returns The changed days. */
		flush: (): readonly number[] => {
			const days = [...changed];
			const ids = [...people];
			changed.clear();
			people.clear();
			for (const day of days) {
				sql.run`
					INSERT INTO day_stamps (day, stamp) VALUES (${day}, ${randomInt(1, STAMP_RANGE)})
					ON CONFLICT DO UPDATE SET stamp = excluded.stamp
				`;
			}
			for (const id of ids) {
				sql.run`
					UPDATE day_stamps SET totals_of = ${OUTDATED} WHERE totals_of IS NOT NULL AND day IN (
						SELECT timestamp / 86400000 FROM events
						WHERE distinct_id = (SELECT id FROM distinct_ids WHERE text = ${id})
							AND session IS NOT NULL
					)
				`;
			}
			return days;
		},
		/** Discards the marks after a rollback. */
		forget: (): void => {
			changed.clear();
			people.clear();
		},
	};
}

/** Differs from every key of stamps. */
const OUTDATED = -1;

/** A day with events. */
export interface StampedDay {
	readonly stamp: number;
	/** Whether `roll_ups` has the totals of the current events. */
	readonly hasTotals: boolean;
	/** Whether `roll_ups` has totals of the events, perhaps of earlier ones. */
	readonly isMade: boolean;
	/** Key for `totals_of`. */
	readonly key: number;
	/** Totals of earlier events stay; 0: none. */
	readonly countedTo: number;
}

/** The totals of a day depend on sessions that begin two days earlier and end a day later. */
const EARLIER_DAYS = 2;

/** @returns The days of a range that have events, by day. */
export function readStamps(
	database: DatabaseSync,
	{ from, to }: { readonly from: number; readonly to: number },
): ReadonlyMap<number, StampedDay> {
	const rows = database
		.prepare(
			"SELECT day, stamp, totals_of, counted_to FROM day_stamps WHERE day >= ? AND day <= ? ORDER BY day",
		)
		.all(from - EARLIER_DAYS, to);
	const stamps = new Map(rows.map(({ day, stamp }) => [Number(day), Number(stamp)]));
	const keyOf = (day: number): number => {
		let key = 0;
		for (let near = day - EARLIER_DAYS; near <= day + 1; near += 1) key += stamps.get(near) ?? 0;
		return key;
	};
	return new Map(
		rows.flatMap(({ day, stamp, totals_of: of, counted_to: countedTo }) => {
			if (Number(day) < from || Number(day) >= to) return [];
			const key = keyOf(Number(day));
			const made = { hasTotals: of === key, isMade: of !== null, countedTo: Number(countedTo) };
			return [[Number(day), { stamp: Number(stamp), key, ...made }] as const];
		}),
	);
}
