import type { Interval } from "../../api-types/dimensions.ts";
import type { Unit } from "../format/numbers.ts";
import { formatPoint, formatTick } from "../format/times.ts";

/** A line of a chart. */
export interface ChartSeries {
	readonly label: string;
	readonly values: readonly (number | null)[];
	/** Custom property of its color, such as `--color-series-1`. */
	readonly color: string;
	/** `area`: the figure itself. `dashed`: the compared range. `open`: the point that has not ended. */
	readonly style: "area" | "line" | "dashed" | "open";
}

/** Points of a chart with their labels. */
export interface ChartPoints {
	/** Start times, ISO 8601 in UTC; unique, unlike the labels. */
	readonly starts: readonly string[];
	/** End of the last point, not included; ISO 8601. */
	readonly to: string;
	/** Labels below the axis, one for each point. */
	readonly ticks: readonly string[];
	/** Index of the point that has not ended, whose value can still grow. Later points have not started. */
	readonly open: number | undefined;
	/** Full labels, for the tooltip of a point. */
	readonly labels: readonly string[];
}

/** Data that every part of a chart shows. */
export interface ChartFigures {
	readonly points: ChartPoints;
	readonly series: readonly ChartSeries[];
	/** Unit of the values. */
	readonly unit: Unit;
}

export interface PointsOptions {
	/** Start times, ISO 8601. */
	readonly starts: readonly string[];
	/** End of the last point, not included; ISO 8601. */
	readonly to: string;
	readonly interval: Interval;
	readonly timezone: string;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/** Labels the points of a series in the format of their interval. */
export function pointsOf({ starts, to, interval, timezone, now }: PointsOptions): ChartPoints {
	const open = starts.findLastIndex((start) => Date.parse(start) <= now);
	return {
		starts,
		to,
		open: open >= 0 && now < Date.parse(to) ? open : undefined,
		ticks: starts.map((start) => formatTick(start, interval, timezone)),
		labels: starts.map((start) => formatPoint(start, interval, timezone)),
	};
}

/** Removes the zeros of points that have not started, except in the compared range, which is complete. */
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
