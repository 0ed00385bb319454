import type { DatabaseSync } from "node:sqlite";

/** @returns By day (UTC), how many events there are up to a number. Takes seconds of a large file. */
export function countDays(
	{ database }: { readonly database: DatabaseSync },
	{ from, last }: { readonly from: number; readonly last: number },
): ReadonlyMap<number, number> {
	const rows = database
		.prepare(`
			SELECT timestamp / 86400000 AS day, count(*) AS count FROM events INDEXED BY events_by_time
			WHERE timestamp >= ? AND id <= ? GROUP BY day
		`)
		.all(from, last);
	return new Map(rows.map(({ day, count }) => [Number(day), Number(count)]));
}
