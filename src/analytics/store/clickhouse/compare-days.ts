import type { DatabaseSync } from "node:sqlite";
import { DAY_MS, isoDay } from "../totals/roll-up.ts";
import type { ClickHouse } from "./connect.ts";
import { literal } from "./sql-text.ts";

export interface ComparedDays {
	/** Name of the file, as in exports. */
	readonly source: string;
	readonly clickHouse: Pick<ClickHouse, "address" | "rows">;
	readonly countDays: (asked: AskedDays) => Promise<ReturnType<typeof countDays>>;
	/** Older events are not compared: either side may be deleting them. */
	readonly retentionDays: number;
	/** Number of the last event that ClickHouse has acknowledged. */
	readonly last: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

interface AskedDays {
	/** Milliseconds since the Unix epoch. */
	readonly from: number;
	/** Number of an event. */
	readonly last: number;
}

/** Number of events of a day on each side. */
export interface ComparedDay {
	/** In UTC, such as `2026-11-23`. */
	readonly day: string;
	readonly inFile: number;
	readonly inClickHouse: number;
}

/** Counts the events of both sides by day, oldest first. Takes seconds for a large file. */
export async function compareDays(compared: ComparedDays): Promise<readonly ComparedDay[]> {
	const { source, clickHouse, countDays, retentionDays, last, now } = compared;
	const firstDay = Math.ceil(now / DAY_MS - (retentionDays - 1));
	const own = await countDays({ from: firstDay * DAY_MS, last });
	const rows = await clickHouse.rows<{ readonly at_day: number; readonly count: number }>(
		`SELECT toInt32(intDiv(at, 86400000)) AS at_day, count() AS count FROM ${clickHouse.address.database}.events FINAL
		WHERE source = ${literal(source)} AND number <= ${last} AND at_day >= ${firstDay}
		GROUP BY at_day`,
	);
	const theirs = new Map(rows.map(({ at_day: day, count }) => [day, count]));
	return [...new Set([...own.keys(), ...theirs.keys()])]
		.toSorted((a, b) => a - b)
		.map((day) => ({
			day: isoDay(day),
			inFile: own.get(day) ?? 0,
			inClickHouse: theirs.get(day) ?? 0,
		}));
}

/** @returns Event counts by day (UTC) in the file, up to an event number. Takes seconds for a large file. */
export function countDays(
	{ database }: { readonly database: DatabaseSync },
	{ from, last }: AskedDays,
): ReadonlyMap<number, number> {
	const rows = database
		.prepare(`
			SELECT timestamp / 86400000 AS day, count(*) AS count FROM events INDEXED BY events_by_time
			WHERE timestamp >= ? AND id <= ? GROUP BY day
		`)
		.all(from, last);
	return new Map(rows.map(({ day, count }) => [Number(day), Number(count)]));
}
