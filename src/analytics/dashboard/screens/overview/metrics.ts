import type { Figures, FiguresRange, StatsAnswer } from "../../../api-types/stats.ts";
import type { Unit } from "../../format/numbers.ts";

export interface Metric {
	readonly label: string;
	readonly unit: Unit;
	readonly figure: keyof Figures;
	/** Whether an increase or a decrease is an improvement. */
	readonly better: "more" | "less";
}

export const METRICS = {
	visitors: { label: "Visitors", unit: "count", figure: "visitors", better: "more" },
	views: { label: "Views", unit: "count", figure: "views", better: "more" },
	sessions: { label: "Sessions", unit: "count", figure: "sessions", better: "more" },
	bounce_rate: { label: "Bounce rate", unit: "percent", figure: "bounce_rate", better: "less" },
	time: { label: "Time on site", unit: "duration", figure: "average_duration_ms", better: "more" },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;

// `Object.keys()` loses the type; a literal has exactly these keys.
export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];

export function metricNamed(name: string): MetricName {
	return METRIC_NAMES.find((known) => known === name) ?? "visitors";
}

/** @returns The compared range, unless nothing was counted in it, or in a part of it. */
export function comparableRange(
	comparison: StatsAnswer["comparison"] | undefined,
): FiguresRange | undefined {
	return comparison?.is_incomplete === false && comparison.totals.views > 0
		? comparison
		: undefined;
}
