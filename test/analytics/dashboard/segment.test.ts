import { expect, test } from "vitest";
import { filtersOf } from "../../../src/analytics/dashboard/state/segment.ts";
import { filterConditions } from "../../../src/analytics/wire/dashboard/dimensions.ts";
import { filtersSchema } from "../../../src/analytics/wire/dashboard/question.ts";

test("filters are saved as a segment and come back, several values of a dimension as any of them", () => {
	const filters = [
		{ dimension: "page", operator: "is", value: "/a" },
		{ dimension: "page", operator: "is", value: "" },
		{ dimension: "device", operator: "is_not", value: "Mobile" },
	] as const;

	const conditions = filterConditions(filters);

	expect(conditions).toEqual([
		{ dimension: "page", operator: "is", values: ["/a", ""] },
		{ dimension: "device", operator: "is_not", values: ["Mobile"] },
	]);
	expect(filtersOf(filtersSchema.parse({ conditions }))).toEqual(filters);
});

test.each([
	{ conditions: [{ property: "plan", values: ["team"] }] },
	{ conditions: [{ goal: "signup" }] },
	{ conditions: [{ dimension: "page", operator: "matches", values: ["/docs/*"] }] },
	{ conditions: [{ dimension: "event", values: ["signup"] }] },
	{
		match: "any",
		conditions: [
			{ dimension: "device", values: ["Mobile"] },
			{ dimension: "page", values: ["/"] },
		],
	},
])("%j has no filters that an address could say", (filters) => {
	expect(filtersOf(filtersSchema.parse(filters))).toBeUndefined();
});
