import { expect, test } from "vitest";
import { filtersSchema } from "../../../src/analytics/api-types/question.ts";
import { conditionsOf, filtersOf } from "../../../src/analytics/dashboard/state/filters.ts";

test("filters are saved as a segment and come back, several values of a dimension as any of them", () => {
	const filters = [
		{ field: "page", operator: "is", value: "/a" },
		{ field: "page", operator: "is", value: "" },
		{ field: "device", operator: "is_not", value: "Mobile" },
		{ field: "property.plan", operator: "set", value: "" },
		{ field: "property.amount", operator: "above", value: "5" },
		{ field: "goal.signup", operator: "is", value: "reached" },
	] as const;

	const segment = conditionsOf(filters, "all");

	expect(segment).toEqual({
		match: "all",
		conditions: [
			{ dimension: "page", operator: "is", values: ["/a", ""] },
			{ dimension: "device", operator: "is_not", values: ["Mobile"] },
			{ property: "plan", operator: "set", values: [] },
			{ property: "amount", operator: "above", values: ["5"] },
			{ goal: "signup", operator: "is" },
		],
	});
	expect(filtersOf(filtersSchema.parse(segment))).toEqual(filters);
});

test("any of two that are not is not none of them", () => {
	const filters = [
		{ field: "os", operator: "is_not", value: "A" },
		{ field: "os", operator: "is_not", value: "B" },
	] as const;

	expect(conditionsOf(filters, "any").conditions).toHaveLength(2);
	expect(conditionsOf(filters, "all").conditions).toHaveLength(1);
});

test("several values that must be contained have no filters that an address could say", () => {
	const conditions = [{ dimension: "page", operator: "contains", values: ["a", "b"] }];

	expect(filtersOf(filtersSchema.parse({ conditions }))).toBeUndefined();
});
