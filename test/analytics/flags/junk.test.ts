import fc from "fast-check";
import { expect, test } from "vitest";
import { cohortSchema } from "../../../src/analytics/flags/definition/cohort-definition.ts";
import { parseFlagDefinition } from "../../../src/analytics/flags/definition/flag-definition.ts";
import { OPERATORS } from "../../../src/analytics/flags/definition/property-filter.ts";
import { evaluateFlags } from "../../../src/analytics/flags/evaluation/evaluate-flags.ts";
import { matchProperty } from "../../../src/analytics/flags/evaluation/match-property.ts";
import { readWithSchema } from "../../../src/analytics/http/read-with-schema.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { contextFor } from "../../support/flag-context.ts";
import { lengthsOf } from "../../support/lengths.ts";

const { timesAsManyRuns } = lengthsOf("test/analytics/flags/junk.test.ts");

/** Mostly right and sometimes anything: what is wholly random is refused at the door. */
const percentage = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.jsonValue());
const filter = fc.record(
	{
		key: fc.oneof(fc.constantFrom("plan", "flag", "__proto__", "constructor"), fc.string()),
		type: fc.constantFrom("person", "group", "cohort", "flag", null),
		operator: fc.constantFrom(...OPERATORS),
		value: fc.jsonValue(),
		group_type_index: fc.integer({ min: 0, max: 4 }),
	},
	{ requiredKeys: ["key"] },
);
const condition = fc.record(
	{
		properties: fc.array(filter, { maxLength: 3 }),
		rollout_percentage: percentage,
		variant: fc.option(fc.string()),
		aggregation_group_type_index: fc.option(fc.integer({ min: 0, max: 4 })),
	},
	{ requiredKeys: [] },
);
const filters = fc.record(
	{
		groups: fc.array(condition, { maxLength: 3 }),
		multivariate: fc.record({
			variants: fc.array(fc.record({ key: fc.string(), rollout_percentage: percentage })),
		}),
		payloads: fc.dictionary(fc.string(), fc.jsonValue()),
		super_groups: fc.array(condition, { maxLength: 1 }),
		feature_enrollment: fc.boolean(),
		holdout: fc.record({ id: fc.nat(), exclusion_percentage: percentage }),
		early_exit: fc.boolean(),
	},
	{ requiredKeys: [] },
);

test("any definition is either refused in sentences or can be evaluated", () => {
	fc.assert(
		fc.property(fc.oneof(filters, fc.jsonValue()), fc.jsonValue(), (body, value) => {
			const reading = parseFlagDefinition({ filters: body }, "flag");
			if (reading.kind === "problems") {
				expect(reading.problems.join()).toMatch(/current value is/);
				return;
			}
			const flags = [{ id: 1, version: 1, definition: reading.value }];
			const context = contextFor({
				personProperties: { plan: value },
				groups: { company: value },
				groupTypes: { "0": "company" },
			});

			expect(evaluateFlags(flags, context).size).toBe(1);
		}),
		{ numRuns: 500 * timesAsManyRuns },
	);
});

test("any two values can be compared in any way", () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...OPERATORS),
			fc.jsonValue(),
			fc.jsonValue(),
			(operator, value, wanted) => {
				expect(matchProperty({ value }, { operator, wanted }, contextFor({}))).toBeTypeOf(
					"boolean",
				);
			},
		),
		{ numRuns: 2000 * timesAsManyRuns },
	);
});

test("any cohort is read or refused", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (properties) => {
			const { kind } = readWithSchema(cohortSchema, { id: 1, filters: { properties } });
			expect(["value", "problems"]).toContain(kind);
		}),
	);
});

test("any request for flags gets an answer, and never a failure", async () => {
	const { store, send } = startAnalytics();
	const body = { key: "flag", filters: { groups: [{ properties: [{ key: "a", value: "b" }] }] } };
	store.documents.put({ kind: "flag", key: "flag", body }, Date.now());
	const fields = fc.dictionary(
		fc.constantFrom(
			"distinct_id",
			"groups",
			"person_properties",
			"group_properties",
			"$anon_distinct_id",
			"$device_id",
			"flag_keys",
			"disable_flags",
		),
		fc.jsonValue(),
	);

	await fc.assert(
		fc.asyncProperty(fields, fc.constantFrom("/decide?v=3", "/flags?v=2"), async (given, url) => {
			const payload = { token: PROJECT_KEY, distinct_id: "user-1", ...given };

			const response = await send(url, payload);

			expect(response.statusCode).toBe(given["distinct_id"] === null ? 400 : 200);
		}),
		{ numRuns: 200 * timesAsManyRuns },
	);
});
