import { expect, test } from "vitest";
import {
	parsePropertyFilter,
	propertyParameters,
	renderPropertyFilter,
	withPropertyFilter,
} from "../../../src/analytics/dashboard/screens/events/event-question.ts";
import { nameOf } from "../../../src/analytics/dashboard/screens/people/name-of.ts";

test("a filter on a property comes back out of the address, whatever its name and value hold", () => {
	const filter = { name: "a:b %", operator: "is_not", value: "x:y&<script>" } as const;

	expect(parsePropertyFilter(renderPropertyFilter(filter))).toEqual(filter);
	expect(parsePropertyFilter("is:%:x")).toBeUndefined();
	expect(parsePropertyFilter("plan=free")).toBeUndefined();
});

test("filters become the parameters of the service", () => {
	expect(
		propertyParameters([
			{ name: "plan", operator: "is", value: "free" },
			{ name: "plan", operator: "is_not", value: "team" },
		]),
	).toEqual([
		["property.plan", "free"],
		["property_not.plan", "team"],
	]);
});

test("one property has one value at a time", () => {
	const free = { name: "plan", operator: "is", value: "free" } as const;
	const team = { ...free, value: "team" };

	expect(withPropertyFilter([free], team)).toEqual([team]);
});

test("a person is called by what the site knows, or by an id that says something", () => {
	const person = { id: "p", created_at: "", is_identified: true, properties: {}, distinct_ids: [] };
	const anonymous = "0190b5f0-0000-7000-8000-000000000000";

	expect(nameOf({ ...person, properties: { email: "a@b.example", name: " " } })).toBe(
		"a@b.example",
	);
	expect(nameOf({ ...person, distinct_ids: [anonymous, "user-1"] })).toBe("user-1");
	expect(nameOf({ ...person, distinct_ids: [anonymous] })).toBe(anonymous);
	expect(nameOf(person)).toBe("p");
});
