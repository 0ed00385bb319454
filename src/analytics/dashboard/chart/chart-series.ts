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
	/** Below the axis, one for each point. */
	readonly ticks: readonly string[];
	/** Whether the last point is not over yet: it can only grow. */
	readonly isLastOpen: boolean;
	/** In full, where a point is read. */
	readonly labels: readonly string[];
}
