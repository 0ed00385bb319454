import type { ChartPoints, ChartSeries } from "./chart-series.ts";

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
