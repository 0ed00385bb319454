import { describe, expect, test } from "vitest";
import type { Operator } from "../../../src/analytics/flags/definition/property-filter.ts";
import { OPERATORS } from "../../../src/analytics/flags/definition/property-filter.ts";
import { matchProperty } from "../../../src/analytics/flags/evaluation/match-property.ts";
import { createPatternMatcher } from "../../../src/analytics/flags/evaluation/pattern-matcher.ts";
import { cpuMs } from "../../support/cpu-ms.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const SURROUNDINGS = { now: NOW, matchPattern: createPatternMatcher() };

type Row = readonly [Operator, value: unknown, wanted: unknown, expected: boolean];

const ROWS: readonly Row[] = [
	["exact", "Pro", "pro", true],
	["exact", "pro", "free", false],
	["exact", "CA", ["us", "ca"], true],
	["exact", "de", ["us", "ca"], false],
	["exact", "us", [], false],
	["exact", 25, "25", true],
	["exact", null, "null", true],
	["exact", { a: 1 }, '{"a":1}', true],
	["exact", true, "true", true],
	["exact", "True", true, true],
	["exact", true, ["true"], true],
	["exact", "anything", "false", true],
	["exact", "false", ["false", "other"], true],
	["exact", "banana", ["false", "other"], false],
	["is_not", "pro", "free", true],
	["is_not", "PRO", "pro", false],
	["is_not", "x", ["x", "y"], false],
	["is_set", null, "whatever", true],
	["is_set", "", undefined, true],
	["is_not_set", "", undefined, false],
	["icontains", "Someone@Example.org", "@example", true],
	["icontains", 323, "3", true],
	["icontains", "three", "3", false],
	["not_icontains", "three", "3", true],
	["icontains_multi", "a@b.org", [".com", ".ORG"], true],
	["icontains_multi", "a@b.org", ".org", true],
	["not_icontains_multi", "a@b.org", [".com", ".net"], true],
	["starts_with", "Value", "val", true],
	["starts_with", "a value", "val", false],
	["not_starts_with", "a value", "val", true],
	["ends_with", "a VALUE", "lue", true],
	["not_ends_with", "a value", "lue", false],
	["regex", "user@example.org", "@example\\.(com|org)$", true],
	["regex", "say hello", "hello", true],
	["regex", "Hello", "hello", false],
	["regex", 42, "^4\\d$", true],
	["regex", "x", "(", false],
	["not_regex", "x", "y", true],
	["not_regex", "x", "(", false],
	["gt", "10", 9, true],
	["gt", 9, "9", false],
	["gte", 9, 9, true],
	["lt", -1.5, "0", true],
	["lte", "1e2", 100, true],
	["gt", "many", 9, false],
	["gt", "", -1, false],
	["lt", true, 5, false],
	["gt", 10, "few", false],
	["between", 5, [5, 10], true],
	["between", 10.5, [5, 10], false],
	["between", 5, [10, 5], false],
	["not_between", 4, [5, 10], true],
	["not_between", "four", [5, 10], false],
	["not_between", 4, [10, 5], false],
	["is_date_exact", "2026-11-20", "2026-11-20T00:00:00Z", true],
	["is_date_exact", "2026-11-20 02:00", "2026-11-20T01:00:00-01:00", true],
	["is_date_before", "2026-11-19", "2026-11-20", true],
	["is_date_after", "2026-11-21", "2026-11-20", true],
	["is_date_after", 1_763_640_000, "2025-11-20T11:59:59Z", true],
	["is_date_after", "1763640000.5", "2025-11-20T12:00:00Z", true],
	["is_date_after", new Date(NOW - 6 * DAY).toISOString(), "-7d", true],
	["is_date_before", new Date(NOW - 8 * DAY).toISOString(), "-7d", true],
	["is_date_after", new Date(NOW - 13 * DAY).toISOString(), "2w", true],
	["is_date_after", new Date(NOW - 2 * 3_600_000).toISOString(), "-3h", true],
	["is_date_exact", "2026-10-20T12:00:00Z", "-1m", true],
	["is_date_exact", "2025-11-20T12:00:00Z", "-1y", true],
	["is_date_before", "2026-02-30", "2026-11-20", false],
	["is_date_before", "yesterday", "2026-11-20", false],
	["is_date_before", "2026-11-19", "soon", false],
	["is_date_before", "2026-11-19", 5, false],
	["semver_eq", "v1.2", "1.2.0", true],
	["semver_eq", "3.08", "3.8.0", true],
	["semver_neq", "1.2.3", "1.2.4", true],
	["semver_gt", "1.10.0", "1.9.9", true],
	["semver_gt", "1.0.0", "1.0.0-rc.1", true],
	["semver_gt", "1.0.0-rc.10", "1.0.0-rc.2", true],
	["semver_lt", "1.0.0-alpha", "1.0.0-alpha.1", true],
	["semver_lt", "1.0.0-1", "1.0.0-a", true],
	["semver_gte", 2, "2.0.0", true],
	["semver_lte", "1.2.3.4", "2.0.0", false],
	["semver_neq", "one", "2.0.0", false],
	["semver_tilde", "1.2.9", "1.2.3", true],
	["semver_tilde", "1.3.0", "1.2.3", false],
	["semver_tilde", "1.2.2", "1.2.3", false],
	["semver_caret", "1.9.0", "1.2.3", true],
	["semver_caret", "2.0.0", "1.2.3", false],
	["semver_caret", "0.2.9", "0.2.3", true],
	["semver_caret", "0.3.0", "0.2.3", false],
	["semver_caret", "0.0.3", "0.0.3", true],
	["semver_caret", "0.0.4", "0.0.3", false],
	["semver_caret", "1.3.0-rc.1", "1.2.3", false],
	["semver_wildcard", "1.2.9", "1.2.*", true],
	["semver_wildcard", "1.3.0", "1.2.*", false],
	["semver_wildcard", "1.9.0", "1.*.*", true],
	["semver_wildcard", "7.0.0", "*", true],
	["semver_wildcard", "1.2.3", "1.*.3", false],
];

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
