import type { FigureColumn, Grade } from "./figures-table.tsx";

interface Vital {
	readonly name: "LCP" | "INP" | "CLS" | "FCP";
	/** Up to here it is good, and above the other one poor. Milliseconds, or a score. */
	readonly thresholds: readonly [good: number, poor: number];
}

/** @see https://web.dev/articles/defining-core-web-vitals-thresholds */
const VITALS: readonly Vital[] = [
	{ name: "LCP", thresholds: [2_500, 4_000] },
	{ name: "INP", thresholds: [200, 500] },
	{ name: "CLS", thresholds: [0.1, 0.25] },
	{ name: "FCP", thresholds: [1_800, 3_000] },
];

/** By page, what three of four visits were not slower than. */
export const WEB_VITALS: readonly FigureColumn[] = VITALS.map(({ name, thresholds }) => ({
	label: name,
	draft: {
		measure: "percentile",
		percentile: 75,
		property: `$web_vitals_${name}_value`,
		steps: ["event:$web_vitals"],
		breakdown: "page",
	},
	format: name === "CLS" ? (score) => score.toFixed(2) : formatMilliseconds,
	grade: (figure) => gradeOf(figure, thresholds),
}));

export function gradeOf(figure: number, [good, poor]: Vital["thresholds"]): Grade {
	if (figure <= good) return "good";
	return figure <= poor ? "needs improvement" : "poor";
}

function formatMilliseconds(value: number): string {
	return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
}
