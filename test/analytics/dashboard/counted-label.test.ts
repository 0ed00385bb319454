import { expect, test } from "vitest";
import type { AnswerTo } from "../../../src/analytics/api-types/query-answer.ts";
import type { Measure } from "../../../src/analytics/api-types/question.ts";
import {
	type CountedEvents,
	countedLabel,
} from "../../../src/analytics/dashboard/format/labels.ts";
import { seriesOf } from "../../../src/analytics/dashboard/screens/explore/trend-figures.tsx";
import { comparableRange } from "../../../src/analytics/dashboard/screens/overview/metrics.ts";

const FIGURES = {
	views: 4,
	visitors: 3,
	sessions: 3,
	bounces: 2,
	bounce_rate: 0.67,
	duration_ms: 0,
	average_duration_ms: 0,
};
const WEEK = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-08T00:00:00.000Z" };

test.each<[label: string, measure: Measure, events: CountedEvents]>([
	["Visitors", { of: "visitors" }, undefined],
	["Errors", { of: "events" }, { event: "$exception" }],
	["Page views: visitors", { of: "visitors" }, { event: "$pageview" }],
	["purchase: sum of Amount", { of: "sum", property: "Amount" }, { event: "purchase" }],
	["Goal signup: sessions", { of: "sessions" }, { goal: "signup" }],
	[
		"Page is /docs: visitors",
		{ of: "visitors" },
		{ conditions: [{ dimension: "page", operator: "is", values: ["/docs"] }] },
	],
])("the legend of a chart is %s", (label, measure, events) => {
	expect(countedLabel(measure, events)).toBe(label);
	expect(seriesOf(trend(measure, null), label)).toMatchObject([{ label, values: [4] }]);
});

test("a comparison that begins before the first counted day has no line and no change", () => {
	const range = { ...WEEK, totals: FIGURES, series: [] };
	const line = { ...WEEK, total: 3, counts: [3] };
	const linesOf = (is_incomplete: boolean) =>
		seriesOf(trend({ of: "views" }, { ...line, is_incomplete }), "Page views").length;

	expect([linesOf(true), linesOf(false)]).toEqual([1, 2]);
	expect(comparableRange({ ...range, is_incomplete: true })).toBeUndefined();
	expect(comparableRange({ ...range, is_incomplete: false })?.totals).toEqual(FIGURES);
});

function trend(measure: Measure, comparison: AnswerTo<"trend">["comparison"]): AnswerTo<"trend"> {
	return {
		...WEEK,
		kind: "trend",
		timezone: "UTC",
		missing_since: null,
		visitors: { by: "network", unit: "visitor-days", warning: null },
		measure,
		breakdowns: [],
		interval: "week",
		starts: [WEEK.from],
		comparison,
		total: 4,
		counts: [4],
		rows: [],
		other: null,
	};
}
