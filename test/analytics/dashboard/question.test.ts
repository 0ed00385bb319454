import { describe, expect, test } from "vitest";
import { dayIn, isCalendarDay } from "../../../src/analytics/dashboard/state/dates.ts";
import { type Filter, toggleFilter } from "../../../src/analytics/dashboard/state/filters.ts";
import {
	parseQuestion,
	type Question,
	questionOf,
	withQuestion,
} from "../../../src/analytics/dashboard/state/question.ts";
import { resolveRange } from "../../../src/analytics/dashboard/state/ranges.ts";

const DOCS: Filter = { field: "page", operator: "is", value: "/docs" };

describe("a question in an address", () => {
	test("comes back out of the address as it was put in", () => {
		const question: Question = {
			range: { kind: "own", first: "2026-01-31", last: "2026-02-02" },
			timeZone: "Europe/Rome",
			comparison: "year",
			interval: "hour",
			filters: [
				DOCS,
				{ field: "utm_source", operator: "is_not", value: "a:b & c=d\n<script>" },
				{ field: "property.a:b%", operator: "matches", value: "x*" },
				{ field: "goal.signup", operator: "is_not", value: "reached" },
				{ field: "utm_term", operator: "is", value: "" },
			],
			match: "any",
		};

		const address = withQuestion(new URLSearchParams(), question).toString();

		expect(parseQuestion(new URLSearchParams(address))).toEqual(question);
	});

	test("leaves a first visit's address empty", () => {
		const question = parseQuestion(new URLSearchParams());

		expect(withQuestion(new URLSearchParams(), question).toString()).toBe("");
		expect(question.range).toEqual({ kind: "named", name: "30d" });
	});

	test.each([
		["range=forever", { range: { kind: "named", name: "30d" } }],
		["from=2026-02-30&to=2026-03-01", { range: { kind: "named", name: "30d" } }],
		["from=2026-03-02&to=2026-03-01", { range: { kind: "named", name: "30d" } }],
		["tz=Moon/Crater", { timeZone: undefined }],
		["tz=", { timeZone: undefined }],
		["compare=best", { comparison: "previous" }],
		["interval=second", { interval: undefined }],
		[
			"filter=page:like:/x&filter=secret:is:1&filter=page&filter=property.%25:is:b&filter=:::",
			{ filters: [] },
		],
	])("counts what is wrong in %s as not said", (address, expected) => {
		expect(parseQuestion(new URLSearchParams(address))).toMatchObject(expected);
	});

	test("keeps what belongs to the screen, and takes only itself to the next", () => {
		const params = new URLSearchParams("tab=entry&range=7d&filter=page:is:/docs");

		const question = parseQuestion(params);

		expect(withQuestion(params, { ...question, filters: [] }).toString()).toBe(
			"tab=entry&range=7d",
		);
		expect(questionOf(params).toString()).toBe("range=7d&filter=page%3Ais%3A%2Fdocs");
	});

	test("holds no more filters than the service takes", () => {
		const params = new URLSearchParams();
		for (let index = 0; index < 30; index += 1) params.append("filter", `page:is:/${index}`);

		expect(parseQuestion(params).filters).toHaveLength(20);
	});
});

describe("toggleFilter()", () => {
	test("adds a filter, and takes the same one away", () => {
		expect(toggleFilter([], DOCS)).toEqual([DOCS]);
		expect(toggleFilter([DOCS], { ...DOCS })).toEqual([]);
	});

	test("keeps the opposite apart", () => {
		const opposite: Filter = { ...DOCS, operator: "is_not" };

		expect(toggleFilter([DOCS], opposite)).toEqual([DOCS, opposite]);
	});
});

describe("resolveRange()", () => {
	const TODAY = "2024-02-29";

	test.each([
		["today", "2024-02-29", "2024-03-01"],
		["yesterday", "2024-02-28", "2024-02-29"],
		["7d", "2024-02-23", "2024-03-01"],
		["30d", "2024-01-31", "2024-03-01"],
		["90d", "2023-12-02", "2024-03-01"],
		["month", "2024-02-01", "2024-03-01"],
		["12mo", "2023-03-01", "2024-03-01"],
		["year", "2024-01-01", "2024-03-01"],
		["all", "all", "2024-03-01"],
	] as const)("%s goes from %s to before %s", (name, from, to) => {
		expect(resolveRange({ kind: "named", name }, TODAY)).toEqual({ from, to });
	});

	test("counts the last day of an own range", () => {
		const range = { kind: "own", first: "2024-02-28", last: "2024-02-29" } as const;

		expect(resolveRange(range, TODAY)).toEqual({ from: "2024-02-28", to: "2024-03-01" });
	});
});

test("dayIn() is the day of the place, not of UTC", () => {
	const now = Date.parse("2026-10-25T00:30:00Z");

	expect(dayIn("UTC", now)).toBe("2026-10-25");
	expect(dayIn("America/Los_Angeles", now)).toBe("2026-10-24");
	expect(dayIn("Pacific/Kiritimati", now)).toBe("2026-10-25");
});

test("isCalendarDay() knows days that do not exist", () => {
	expect(["2024-02-29", "2026-12-31"].every(isCalendarDay)).toBe(true);
	expect(["2026-02-29", "2026-13-01", "2026-1-1", "", "x"].some(isCalendarDay)).toBe(false);
});
