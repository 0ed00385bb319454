import { expect, test } from "vitest";
import { propertyParameters } from "../../../src/analytics/dashboard/screens/events.tsx";
import { nameOf } from "../../../src/analytics/dashboard/screens/people/name-of.ts";
import { replaceFilter } from "../../../src/analytics/dashboard/state/filters.ts";

test("conditions on properties become the parameters of the service", () => {
	const conditions = [
		{ field: "property.plan", operator: "is", value: "free" },
		{ field: "property.plan", operator: "is_not", value: "team" },
		{ field: "browser", operator: "is", value: "Firefox" },
	] as const;

	expect(propertyParameters(conditions)).toEqual([
		["property.plan", "free"],
		["property_not.plan", "team"],
	]);
});

test("one property has one value at a time", () => {
	const free = { field: "property.plan", operator: "is", value: "free" } as const;
	const team = { ...free, value: "team" };

	expect(replaceFilter([free], team)).toEqual([team]);
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
