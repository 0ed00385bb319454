import type { Interval } from "../../wire/dashboard/dimensions.ts";
import { formatPoint, formatTick } from "../format/times.ts";
import type { ChartPoints, ChartSeries } from "./chart-series.ts";

export interface PointsOptions {
	/** Beginnings, ISO 8601. */
	readonly starts: readonly string[];
	/** End of the last point, not included; ISO 8601. */
	readonly to: string;
	readonly interval: Interval;
	readonly timeZone: string;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/** Says the points of a series in the words of their interval. */
export function pointsOf({ starts, to, interval, timeZone, now }: PointsOptions): ChartPoints {
	const open = starts.findLastIndex((start) => Date.parse(start) <= now);
	return {
		starts,
		to,
		open: open >= 0 && now < Date.parse(to) ? open : undefined,
		ticks: starts.map((start) => formatTick(start, interval, timeZone)),
		labels: starts.map((start) => formatPoint(start, interval, timeZone)),
	};
}

/** Takes the zeros out of points that have not begun; what is compared with was all there. */
export function withoutFuture(
	series: readonly ChartSeries[],
	{ open }: ChartPoints,
): readonly ChartSeries[] {
	if (open === undefined) return series;
	return series.map((one) => {
		if (one.style === "dashed") return one;
		return { ...one, values: one.values.map((value, index) => (index > open ? null : value)) };
	});
}
