import { expect, test } from "vitest";
import { budgetsOf, isKept } from "../../bench/budgets.ts";
import type { SiteResult } from "../../bench/http/measure-sites.ts";

const SITE: SiteResult = {
	pages: 1_000,
	firstReadyMs: 3_001,
	readyMs: 1_000,
	memoryAtRestMb: 100,
	memoryAfterLoadMb: 200,
};

test("a budget is kept at its limit and missed beyond it, upward or downward", () => {
	const singles = {
		name: "singles",
		batchesOf: 1,
		eventsPerSecond: 3_999,
		p50: 1,
		p99: 2,
		share: 0.9,
	};
	const results = { machine: "", sites: [SITE], scriptsShare: 1.15, analytics: [singles] };

	const verdicts = budgetsOf(results).map((budget) => [budget.name, isKept(budget)]);

	expect(verdicts).toEqual([
		["first start of 1,000 pages, nothing stored", false],
		["start of 1,000 pages, with what is stored", true],
		["memory at rest of 1,000 pages", true],
		["first-load JavaScript: share of React and its router", true],
		["singles", false],
	]);
});

test("limits in time are scaled by how much slower the machine is, others are not", () => {
	const results = { machine: "", slowness: 2, sites: [{ ...SITE, memoryAtRestMb: 131 }] };

	const limits = budgetsOf(results).map(({ limit, unit }) => [limit, unit]);

	expect(limits).toEqual([
		[6_000, "ms"],
		[2_000, "ms"],
		[130, "MB"],
	]);
});
