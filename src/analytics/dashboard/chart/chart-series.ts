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
