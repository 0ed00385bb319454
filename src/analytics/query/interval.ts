import { DAY_MS, firstDayOfMonth, HOUR_MS, monthOfDay, type Totals } from "../store/roll-up.ts";
import type { BucketRange, DayRange, RollUpReader } from "../store/roll-up-reader.ts";

export const INTERVALS = ["hour", "day", "month"] as const;

export type Interval = (typeof INTERVALS)[number];

const HOURS_PER_DAY = 24;

/** A bucket of a series with what it is counted for. */
export interface SeriesPoint {
	/** Beginning of the bucket. Milliseconds since the Unix epoch. */
	readonly start: number;
	readonly totals: Totals;
}

const NOTHING: Totals = { views: 0, visitors: 0, sessions: 0, bounces: 0, durationMs: 0 };

/** @returns The buckets that have a part in the days, counted as roll-ups count them. */
export function bucketsOf(interval: Interval, { from, to }: DayRange): BucketRange {
	if (interval === "hour") return { from: from * HOURS_PER_DAY, to: to * HOURS_PER_DAY };
	if (interval === "day") return { from, to };
	return { from: monthOfDay(from), to: monthOfDay(to - 1) + 1 };
}

/** @returns One point for each bucket, empty ones included; together they are the totals of the range. */
export function readSeries(
	rollUps: RollUpReader,
	interval: Interval,
	days: DayRange,
): readonly SeriesPoint[] {
	return interval === "month" ? readMonths(rollUps, days) : readBuckets(rollUps, interval, days);
}

function readBuckets(
	rollUps: RollUpReader,
	interval: "hour" | "day",
	days: DayRange,
): readonly SeriesPoint[] {
	const { from, to } = bucketsOf(interval, days);
	const isHour = interval === "hour";
	const points = isHour
		? rollUps.series("quarter", { from: from * 4, to: to * 4 })
		: rollUps.series("day", { from, to });
	const byBucket = Map.groupBy(points, ({ bucket }) => (isHour ? Math.floor(bucket / 4) : bucket));
	const lengthMs = isHour ? HOUR_MS : DAY_MS;
	return Array.from({ length: to - from }, (_, index) => ({
		start: (from + index) * lengthMs,
		totals: (byBucket.get(from + index) ?? []).reduce(addTotals, NOTHING),
	}));
}

function addTotals(left: Totals, right: Totals): Totals {
	return {
		views: left.views + right.views,
		visitors: left.visitors + right.visitors,
		sessions: left.sessions + right.sessions,
		bounces: left.bounces + right.bounces,
		durationMs: left.durationMs + right.durationMs,
	};
}

/** The first and the last month may be cut by the range, so they are read as ranges. */
function readMonths(rollUps: RollUpReader, days: DayRange): readonly SeriesPoint[] {
	const { from, to } = bucketsOf("month", days);
	return Array.from({ length: to - from }, (_, index) => {
		const month = {
			from: Math.max(days.from, firstDayOfMonth(from + index)),
			to: Math.min(days.to, firstDayOfMonth(from + index + 1)),
		};
		return { start: month.from * DAY_MS, totals: rollUps.totals(month) };
	});
}
