import { DAY_MS, QUARTER_MS, type Totals } from "../../store/totals/roll-up.ts";
import type { BucketRange, Point, RollUpReader } from "../../store/totals/roll-up-reader.ts";
import type { TimeRange } from "../api/time-range.ts";
import type { LocalRange } from "./local-range.ts";
import { addTo, emptyTally } from "./tally.ts";

type PointRange = Pick<LocalRange, "to" | "starts" | "interval" | "timezone">;

/** @returns The totals of each point of a series, out of the totals that are kept. */
export function readPoints(rollUps: RollUpReader, range: PointRange): readonly Totals[] {
	const { starts, to, interval, timezone } = range;
	const stretches = starts.map((from, index) => ({ from, to: starts[index + 1] ?? to }));
	if (interval === "month") return stretches.map((stretch) => readTotals(rollUps, stretch));
	if (interval !== "hour" && timezone === "UTC") {
		return gather(rollUps.series("day", wholeDays(range)), { starts, lengthMs: DAY_MS });
	}
	return gather(rollUps.series("quarter", quartersOf(starts[0] ?? to, to)), {
		starts,
		lengthMs: QUARTER_MS,
	});
}

/** Whole days (UTC) come from the rows of days and months, and what is left from quarters of an hour. */
function readTotals(rollUps: RollUpReader, { from, to }: TimeRange): Totals {
	const days = { from: Math.ceil(from / DAY_MS), to: Math.floor(to / DAY_MS) };
	if (days.from >= days.to) return readQuarters(rollUps, { from, to });
	const total = emptyTally();
	addTo(total, readQuarters(rollUps, { from, to: days.from * DAY_MS }));
	addTo(total, rollUps.totals(days));
	return addTo(total, readQuarters(rollUps, { from: days.to * DAY_MS, to }));
}

function readQuarters(rollUps: RollUpReader, { from, to }: TimeRange): Totals {
	if (from >= to) return emptyTally();
	return rollUps.series("quarter", quartersOf(from, to)).reduce(addTo, emptyTally());
}

function quartersOf(from: number, to: number): BucketRange {
	return { from: Math.floor(from / QUARTER_MS), to: Math.floor(to / QUARTER_MS) };
}

function wholeDays({ starts, to }: PointRange): BucketRange {
	return { from: (starts[0] ?? to) / DAY_MS, to: to / DAY_MS };
}

/** Adds each bucket to the point that it begins in; both come in order. */
function gather(
	buckets: readonly Point[],
	{ starts, lengthMs }: { readonly starts: readonly number[]; readonly lengthMs: number },
): readonly Totals[] {
	const totals = starts.map(emptyTally);
	let index = 0;
	for (const bucket of buckets) {
		const time = bucket.bucket * lengthMs;
		while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= time) index += 1;
		const total = totals[index];
		if (total !== undefined) addTo(total, bucket);
	}
	return totals;
}
