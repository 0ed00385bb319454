import { randomInt } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** Random, so that a stamp never returns with other events after a restored back-up. */
const STAMP_RANGE = 2 ** 47;

/**
 * Stamps of days (UTC), which change with the events and sessions of a day. Column files have the stamp of
 * their day: with another stamp, a file is out of date.
 */
export type DayStamps = ReturnType<typeof createDayStamps>;

export function createDayStamps(database: DatabaseSync) {
	const sql = database.createTagStore();
	const changed = new Set<number>();
	return {
		/** Marks a day as changed. `flush()` writes it. */
		change: (day: number): void => {
			changed.add(day);
		},
		/** Writes new stamps. Only inside the transaction of the change. @returns The changed days. */
		flush: (): readonly number[] => {
			const days = [...changed];
			changed.clear();
			for (const day of days) {
				sql.run`
					INSERT INTO day_stamps (day, stamp) VALUES (${day}, ${randomInt(1, STAMP_RANGE)})
					ON CONFLICT DO UPDATE SET stamp = excluded.stamp
				`;
			}
			return days;
		},
		/** Discards the marks after a rollback. */
		forget: (): void => changed.clear(),
	};
}

/** @returns Stamps by day; 0 for a day that has not changed since stamps exist. */
export function readStamps(
	database: DatabaseSync,
	{ from, to }: { readonly from: number; readonly to: number },
): (day: number) => number {
	const rows = database
		.prepare("SELECT day, stamp FROM day_stamps WHERE day >= ? AND day < ?")
		.all(from, to);
	const stamps = new Map(rows.map(({ day, stamp }) => [Number(day), Number(stamp)]));
	return (day) => stamps.get(day) ?? 0;
}
