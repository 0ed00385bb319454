import type { DatabaseSync } from "node:sqlite";
import {
	DIMENSIONS,
	type Dimension,
	firstDayOfMonth,
	monthOfDay,
	PERIODS,
	readTotals,
	TOTALS_COLUMNS,
	type Totals,
} from "./roll-up.ts";

/**
 * Reads totals. Reads whole months of a range from the rows of months, and only the rest from days, so that a
 * year reads hardly more rows than a month.
 */
export type RollUpReader = ReturnType<typeof createRollUpReader>;

/**
 * Quarters of an hour or whole days (UTC) since the Unix epoch, or months as `monthOfDay()` counts; `to` is
 * excluded.
 */
export interface BucketRange {
	readonly from: number;
	readonly to: number;
}

export interface Point extends Totals {
	readonly bucket: number;
}

export interface BreakdownQuery {
	readonly dimension: Exclude<Dimension, "all">;
	readonly range: BucketRange;
	readonly limit: number;
	/** Sort column. Default: views. */
	readonly by?: RowOrder;
	/** Skips values without sessions: pages on which no session began. */
	readonly hasSessions?: boolean;
}

/** Sort columns of rows, in descending order. */
export const ROW_ORDERS = ["views", "visitors", "sessions"] as const;
export type RowOrder = (typeof ROW_ORDERS)[number];

export interface BreakdownRow extends Totals {
	readonly value: string;
}

/** Buckets of one period that cover part of a range. */
interface Stretch extends BucketRange {
	readonly period: number;
}

const SUMS = `
	sum(views) AS views, sum(visitors) AS visitors, sum(sessions) AS sessions,
	sum(bounces) AS bounces, sum(duration_ms) AS duration_ms
`;

export function createRollUpReader(database: DatabaseSync) {
	const sql = database.createTagStore();
	const stretch = `
		SELECT value, ${TOTALS_COLUMNS} FROM roll_ups
		WHERE period = ? AND dimension = ? AND bucket >= ? AND bucket < ?
	`;
	const stretches = [stretch, stretch, stretch].join(" UNION ALL ");
	const totalsOf = database.prepare(`SELECT ${SUMS} FROM (${stretches})`);
	return {
		/** @returns Totals of the days from `from` to `to`, `to` excluded. */
		totals: (range: BucketRange): Totals =>
			readTotals(totalsOf.get(...stretchArguments("all", range)) ?? {}),
		/** @returns A point for each bucket with data, in order. Absent buckets are zero. */
		series: (period: keyof typeof PERIODS, { from, to }: BucketRange): readonly Point[] =>
			sql.all`
				SELECT * FROM roll_ups WHERE period = ${PERIODS[period]} AND dimension = ${DIMENSIONS.all}
					AND bucket >= ${from} AND bucket < ${to} ORDER BY bucket
			`.map((row) => ({ bucket: Number(row["bucket"]), ...readTotals(row) })),
		/** @returns Values of a dimension with data, in descending order. */
		breakdown: ({
			dimension,
			range,
			limit,
			by = "views",
			hasSessions = false,
		}: BreakdownQuery): readonly BreakdownRow[] => {
			const others = hasSessions ? "" : "OR sum(views) > 0 OR sum(visitors) > 0";
			const rows = database.prepare(`
				SELECT s.text, t.* FROM (
					SELECT value, ${SUMS} FROM (${stretches})
					GROUP BY value HAVING sum(sessions) > 0 ${others}
					ORDER BY ${by} DESC, views DESC, sessions DESC, value LIMIT ?
				) t JOIN strings s ON s.id = t.value
				ORDER BY t.${by} DESC, t.views DESC, t.sessions DESC, s.text
			`);
			return rows
				.all(...stretchArguments(dimension, range), limit)
				.map((row) => ({ value: String(row["text"]), ...readTotals(row) }));
		},
	};
}

/** Splits a range into the days before the first whole month, the whole months, and the days after. */
export function splitAtMonths({ from, to }: BucketRange): readonly [Stretch, Stretch, Stretch] {
	const startsMonth = firstDayOfMonth(monthOfDay(from)) === from;
	const firstMonth = monthOfDay(from) + (startsMonth ? 0 : 1);
	const endMonth = monthOfDay(to);
	if (endMonth <= firstMonth) {
		const nothing = { period: PERIODS.day, from: 0, to: 0 };
		return [{ period: PERIODS.day, from, to }, nothing, nothing];
	}
	return [
		{ period: PERIODS.day, from, to: firstDayOfMonth(firstMonth) },
		{ period: PERIODS.month, from: firstMonth, to: endMonth },
		{ period: PERIODS.day, from: firstDayOfMonth(endMonth), to },
	];
}

function stretchArguments(dimension: Dimension, range: BucketRange): number[] {
	return splitAtMonths(range).flatMap(({ period, from, to }) => [
		period,
		DIMENSIONS[dimension],
		from,
		to,
	]);
}
