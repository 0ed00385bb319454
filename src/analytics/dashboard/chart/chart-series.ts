import type { Interval } from "../../wire/dashboard/dimensions.ts";
import type { Unit } from "../format/numbers.ts";
import { formatPoint, formatTick } from "../format/times.ts";

/** One line of a picture. */
export interface ChartSeries {
	readonly label: string;
	readonly values: readonly (number | null)[];
	/** Custom property of its color, such as `--color-series-1`. */
	readonly color: string;
	/** `area`: the figure itself. `dashed`: what it is compared with. `open`: not over yet. */
	readonly style: "area" | "line" | "dashed" | "open";
}

/** The points that a picture shows, and how they are said. */
export interface ChartPoints {
	/** Beginnings, ISO 8601 in UTC; unlike what is said of them, no two are the same. */
	readonly starts: readonly string[];
	/** End of the last point, not included; ISO 8601. */
	readonly to: string;
	/** Below the axis, one for each point. */
	readonly ticks: readonly string[];
	/** The point that is not over yet, so that it can only grow; what comes after it has not begun. */
	readonly open: number | undefined;
	/** In full, where a point is read. */
	readonly labels: readonly string[];
}

/** What every part of a picture is made of. */
export interface ChartFigures {
	readonly points: ChartPoints;
	readonly series: readonly ChartSeries[];
	/** Of the values. */
	readonly unit: Unit;
}

export interface PointsOptions {
	/** Beginnings, ISO 8601. */
	readonly starts: readonly string[];
	/** End of the last point, not included; ISO 8601. */
	readonly to: string;
	readonly interval: Interval;
	readonly timezone: string;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/** Says the points of a series in the words of their interval. */
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
