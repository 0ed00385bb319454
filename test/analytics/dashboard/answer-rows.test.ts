import { expect, test } from "vitest";
import type { AnswerTo } from "../../../src/analytics/api-types/query-answer.ts";
import { RETENTION } from "../../../src/analytics/dashboard/screens/explore/retention.tsx";
import { TREND } from "../../../src/analytics/dashboard/screens/explore/trend.tsx";

const FACTS = {
	from: "2026-10-23T22:00:00.000Z",
	to: "2026-10-25T23:00:00.000Z",
	timezone: "Europe/Berlin",
	missing_since: null,
	visitors: {
		by: "network",
		unit: "visitor-days",
		warning: null,
	},
} as const;

test("a trend is saved with the days of its time zone, and with all that is beside its rows", () => {
	const rows = TREND.rowsOf(
		trend({
			total: 12,
			counts: [5, 7],
			rows: [{ values: ["Firefox"], total: 8, counts: [3, 5] }],
			other: { total: 4, counts: [2, 2] },
		}),
	);

	expect(rows).toEqual([
		["Browser", "Total", "Sat, 24 Oct 2026", "Sun, 25 Oct 2026"],
		["Firefox", 8, 3, 5],
		["All others", 4, 2, 2],
	]);
});

test("a trend without a breakdown is saved as one row", () => {
	const rows = TREND.rowsOf(trend({ total: 12, counts: [5, 7], rows: [], other: null }));

	expect(rows.slice(1)).toEqual([["All", 12, 5, 7]]);
});

test("cohorts are saved by the day on which they began there", () => {
	const rows = RETENTION.rowsOf({
		...FACTS,
		kind: "retention",
		period: "day",
		is_available: true,
		cohorts: [{ start: "2026-10-23T22:00:00.000Z", size: 4, returned: [4, 1] }],
	});

	expect(rows[1]).toEqual(["2026-10-24", 4, 4, 1]);
});

function trend(
	figures: Pick<AnswerTo<"trend">, "total" | "counts" | "rows" | "other">,
): AnswerTo<"trend"> {
	return {
		...FACTS,
		kind: "trend",
		measure: { of: "visitors" },
		breakdowns: figures.rows.length === 0 ? [] : [{ dimension: "browser" }],
		interval: "day",
		starts: ["2026-10-23T22:00:00.000Z", "2026-10-24T22:00:00.000Z"],
		comparison: null,
		...figures,
	};
}
