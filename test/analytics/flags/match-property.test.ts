import { describe, expect, test } from "vitest";
import type { Operator } from "../../../src/analytics/flags/definition/property-filter.ts";
import { OPERATORS } from "../../../src/analytics/flags/definition/property-filter.ts";
import { matchProperty } from "../../../src/analytics/flags/evaluation/match-property.ts";
import { createPatternMatcher } from "../../../src/analytics/flags/evaluation/pattern-matcher.ts";
import { cpuMs } from "../../support/cpu-ms.ts";
import { readFixture } from "../../support/read-fixture.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const SURROUNDINGS = { now: NOW, matchPattern: createPatternMatcher() };

type Row = readonly [value: unknown, wanted: unknown, expected: boolean];

const ROWS = Object.entries(readFixture<readonly Row[]>("flags/comparisons.yaml")).flatMap(
	// The file names operators alone.
	([operator, rows]) => rows.map((row) => [operator as Operator, ...row] as const),
);

describe("matchProperty()", () => {
	test.each(ROWS)("%s: %j against %j is %j", (operator, value, wanted, expected) => {
		expect(matchProperty({ value }, { operator, wanted }, SURROUNDINGS)).toBe(expected);
	});

	test.each(OPERATORS)("%s with a missing property holds only for what is negative", (operator) => {
		const negative = /^(is_not|is_not_set|not_(?!in$).+)$/.test(operator);

		expect(matchProperty(undefined, { operator, wanted: "1" }, SURROUNDINGS)).toBe(negative);
	});

	test("a filter without a value matches no one", () => {
		expect(
			matchProperty({ value: "x" }, { operator: "is_not", wanted: undefined }, SURROUNDINGS),
		).toBe(false);
		expect(matchProperty(undefined, { operator: "is_not", wanted: null }, SURROUNDINGS)).toBe(
			false,
		);
	});

	test("a pattern that makes backtracking engines hang is answered at once", async () => {
		const text = `${"a".repeat(50_000)}!`;
		const comparison = { operator: "regex", wanted: "(a+)+$" } as const;
		let matches = true;

		const usedMs = await cpuMs(() => {
			matches = matchProperty({ value: text }, comparison, SURROUNDINGS);
		});

		expect(matches).toBe(false);
		expect(usedMs).toBeLessThan(1000);
	});

	test("months go back to the last day where the month is shorter", () => {
		const surroundings = { ...SURROUNDINGS, now: Date.UTC(2026, 2, 31, 8) };
		const comparison = { operator: "is_date_exact", wanted: "-1m" } as const;

		expect(matchProperty({ value: "2026-02-28T08:00:00Z" }, comparison, surroundings)).toBe(true);
	});
});
