import { describe, expect, test } from "vitest";
import {
	type CohortDefinition,
	parseCohortDefinition,
} from "../../../src/analytics/flags/definition/cohort-definition.ts";
import { parseFlagDefinition } from "../../../src/analytics/flags/definition/flag-definition.ts";
import { evaluateFlags } from "../../../src/analytics/flags/evaluation/evaluate-flags.ts";
import { type Evaluation, flagValue } from "../../../src/analytics/flags/evaluation/evaluation.ts";
import type { FlagContext } from "../../../src/analytics/flags/evaluation/flag-context.ts";
import { contextFor } from "../../support/flag-context.ts";

const EVERYBODY = { properties: [], rollout_percentage: 100 };
const HALVES = {
	variants: [
		{ key: "control", rollout_percentage: 50 },
		{ key: "test", rollout_percentage: 50 },
	],
};

describe("early access", () => {
	const enrollment = { groups: [EVERYBODY], feature_enrollment: true, payloads: { true: "{}" } };

	test.each([
		["true", true],
		[true, true],
		["false", false],
		[false, false],
	])("whose enrollment is %j is decided by it", (enrolled, value) => {
		const evaluation = evaluate(enrollment, {
			personProperties: { "$feature_enrollment/flag": enrolled },
		});

		expect(evaluation).toMatchObject({
			enabled: value,
			reason: "super_condition_value",
			conditionIndex: 0,
			payload: value ? "{}" : undefined,
		});
	});

	test("who has said nothing is evaluated like everybody", () => {
		expect(evaluate(enrollment, {})).toMatchObject({ enabled: true, reason: "condition_match" });
	});

	test("the older form with super_groups means the same", () => {
		const filters = {
			groups: [],
			super_groups: [
				{
					properties: [
						{ key: "$feature_enrollment/flag", type: "person", operator: "exact", value: ["true"] },
					],
					rollout_percentage: 100,
				},
			],
		};
		const enrolled = (value: string): boolean =>
			evaluate(filters, { personProperties: { "$feature_enrollment/flag": value } }).enabled;

		expect([enrolled("true"), enrolled("false")]).toEqual([true, false]);
		expect(evaluate(filters, {})).toMatchObject({ enabled: false, reason: "no_condition_match" });
	});
});

describe("a holdout", () => {
	const filters = {
		groups: [EVERYBODY],
		multivariate: HALVES,
		holdout: { id: 7, exclusion_percentage: 10 },
		payloads: { test: '"t"', "holdout-7": '"h"' },
	};

	test("takes its members out of the experiment", () => {
		// The hash of "holdout-user-31" is 0.0195.
		expect(evaluate(filters, { distinctId: "user-31" })).toEqual({
			enabled: true,
			variant: "holdout-7",
			reason: "holdout_condition_value",
			conditionIndex: undefined,
			payload: '"h"',
		});
	});

	test("leaves all others to the conditions", () => {
		// The hash of "holdout-user-77" is 0.1256.
		const evaluation = evaluate(filters, { distinctId: "user-77" });

		expect(evaluation.reason).toBe("condition_match");
	});

	test("hashes even the empty id, which a rollout takes for 0", () => {
		// The hash of "holdout-" is 0.9269.
		const held = (percentage: number): string | undefined =>
			evaluate(
				{ groups: [EVERYBODY], holdout: { id: 7, exclusion_percentage: percentage } },
				{ distinctId: "" },
			).variant;

		expect([held(92), held(93)]).toEqual([undefined, "holdout-7"]);
	});

	test("in the older form names its variant itself", () => {
		const older = {
			groups: [EVERYBODY],
			holdout_groups: [{ properties: [], rollout_percentage: 10, variant: "holdout-7" }],
		};

		expect(evaluate(older, { distinctId: "user-31" }).variant).toBe("holdout-7");
	});
});

describe("conditions", () => {
	const isPro = { key: "plan", type: "person", operator: "exact", value: "pro" };

	test("a missing percentage is everybody", () => {
		expect(
			evaluate({ groups: [{ properties: null, rollout_percentage: null }] }, {}),
		).toMatchObject({
			enabled: true,
			conditionIndex: 0,
		});
	});

	test("a flag without conditions is off", () => {
		expect(evaluate({ groups: [] }, {})).toEqual({
			enabled: false,
			variant: undefined,
			reason: "no_condition_match",
			conditionIndex: undefined,
			payload: undefined,
		});
	});

	test("an empty distinct id is in at any percentage and gets the first variant", () => {
		const filters = { groups: [{ rollout_percentage: 0 }], multivariate: HALVES };

		expect(evaluate(filters, { distinctId: "" })).toMatchObject({ variant: "control" });
	});

	test("the variant that a condition names wins over the hash, if there is such a variant", () => {
		const named = (variant: string): string | undefined =>
			evaluate({ groups: [{ ...EVERYBODY, variant }], multivariate: HALVES }, {}).variant;

		expect(named("test")).toBe("test");
		expect(["control", "test"]).toContain(named("unheard-of"));
	});

	test("variants that leave a gap leave the flag plainly on", () => {
		const filters = {
			groups: [EVERYBODY],
			multivariate: { variants: [{ key: "rare", rollout_percentage: 0 }] },
			payloads: { true: '"plain"' },
		};

		expect(evaluate(filters, {})).toMatchObject({
			enabled: true,
			variant: undefined,
			payload: '"plain"',
		});
	});

	test("the reason of the highest rank is reported, and of equal ones the later", () => {
		const absent = { properties: [isPro] };
		const unlucky = { rollout_percentage: 0 };

		expect(evaluate({ groups: [absent, absent] }, {})).toMatchObject({
			reason: "no_condition_match",
			conditionIndex: 1,
		});
		expect(evaluate({ groups: [unlucky, absent] }, {})).toMatchObject({
			reason: "out_of_rollout_bound",
			conditionIndex: 0,
		});
	});

	test("first-touch properties that were never recorded are the present ones", () => {
		const filters = {
			groups: [
				{ properties: [{ key: "$initial_referrer", operator: "icontains", value: "news" }] },
			],
		};

		expect(
			evaluate(filters, { personProperties: { $referrer: "https://news.example" } }).enabled,
		).toBe(true);
		expect(
			evaluate(filters, {
				personProperties: { $referrer: "https://news.example", $initial_referrer: "$direct" },
			}).enabled,
		).toBe(false);
	});

	test("names of what every object inherits are no properties", () => {
		const filters = { groups: [{ properties: [{ key: "constructor", operator: "is_set" }] }] };

		expect(evaluate(filters, {}).enabled).toBe(false);
	});
});

describe("groups", () => {
	const filters = {
		aggregation_group_type_index: 0,
		groups: [
			{
				properties: [
					{ key: "tier", type: "group", group_type_index: 0, operator: "exact", value: "gold" },
				],
				rollout_percentage: 100,
			},
		],
	};
	const gold = { groupTypes: { "0": "company" }, groupProperties: { company: { tier: "gold" } } };

	test.each(["acme", 42])("the key %j names a group", (company) => {
		expect(evaluate(filters, { ...gold, groups: { company } }).enabled).toBe(true);
	});

	test.each([
		[{}],
		[{ company: "" }],
		[{ company: null }],
		[{ other: "acme" }],
	])("with %j there is no group to evaluate for", (groups) => {
		expect(evaluate(filters, { ...gold, groups })).toMatchObject({
			enabled: false,
			reason: "no_group_type",
			conditionIndex: 0,
		});
	});

	test("everybody of a group gets the same variant", () => {
		const experiment = {
			aggregation_group_type_index: 0,
			groups: [EVERYBODY],
			multivariate: HALVES,
		};
		const variants = Array.from(
			{ length: 50 },
			(_, number) =>
				evaluate(experiment, { ...gold, groups: { company: "acme" }, distinctId: `user-${number}` })
					.variant,
		);

		expect(new Set(variants).size).toBe(1);
	});

	test("a condition's own null means persons, whatever the flag says", () => {
		const mixed = {
			aggregation_group_type_index: 0,
			groups: [{ ...EVERYBODY, aggregation_group_type_index: null }],
		};

		expect(evaluate(mixed, {}).enabled).toBe(true);
	});

	test("a filter on a group holds in a condition for persons", () => {
		const mixed = { groups: filters.groups };

		expect(evaluate(mixed, { ...gold, groups: { company: "acme" } }).enabled).toBe(true);
		expect(evaluate(mixed, {}).enabled).toBe(false);
	});
});

describe("who is hashed", () => {
	const experiment = { groups: [EVERYBODY], multivariate: HALVES };
	const variants = (context: (id: string) => Partial<FlagContext>, more: object): object[] =>
		Array.from({ length: 40 }, (_, number) => ({
			variant: evaluate(experiment, context(`id-${number}`), more).variant,
		}));

	test("with experience continuity it is the id from before identifying", () => {
		const before = variants((id) => ({ distinctId: id }), {});
		const after = variants((id) => ({ distinctId: `user of ${id}`, anonymousId: id }), {
			ensure_experience_continuity: true,
		});

		expect(after).toEqual(before);
	});

	test("with bucketing by device it is the device", () => {
		const byDevice = { bucketing_identifier: "device_id" };

		expect(variants((id) => ({ distinctId: `user of ${id}`, deviceId: id }), byDevice)).toEqual(
			variants((id) => ({ distinctId: id }), {}),
		);
		expect(evaluate(experiment, {}, byDevice)).toMatchObject({
			enabled: false,
			reason: "out_of_rollout_bound",
		});
	});
});

describe("dependencies", () => {
	test.each([
		[true, "test", true],
		[true, "control", true],
		["test", "test", true],
		["test", "control", false],
		[false, "test", false],
	])("a wish for %j of a flag that is %j gives %j", (wanted, variant, expected) => {
		const values = evaluateAll([
			{
				key: "base",
				id: 1,
				filters: { groups: [{ ...EVERYBODY, variant }], multivariate: HALVES },
			},
			{ key: "next", id: 2, filters: dependingOn("base", wanted) },
		]);

		expect(values["next"]).toBe(expected);
	});

	test("a dependency is found by id and by key, and evaluated first", () => {
		const values = evaluateAll([
			{ key: "last", id: 3, filters: dependingOn("2", true) },
			{ key: "middle", id: 2, filters: dependingOn("base", true) },
			{ key: "base", id: 1, filters: { groups: [EVERYBODY] } },
		]);

		expect(values).toEqual({ last: true, middle: true, base: true });
	});

	test("a dependency on nothing closes the flag", () => {
		expect(evaluate(dependingOn("nothing", false), {})).toMatchObject({
			enabled: false,
			reason: "missing_dependency",
			conditionIndex: undefined,
		});
	});

	test("a flag that is switched off is false for those who depend on it, and absent itself", () => {
		const values = evaluateAll([
			{ key: "base", id: 1, active: false, filters: { groups: [EVERYBODY] } },
			{ key: "next", id: 2, filters: dependingOn("base", false) },
		]);

		expect(values).toEqual({ next: true });
	});

	test("a circle ends", () => {
		const values = evaluateAll([
			{ key: "one", id: 1, filters: dependingOn("two", true) },
			{ key: "two", id: 2, filters: dependingOn("one", true) },
		]);

		expect(values).toEqual({ one: false, two: false });
	});

	test("deleted and archived flags are absent", () => {
		const values = evaluateAll([
			{ key: "deleted", id: 1, deleted: true, filters: { groups: [EVERYBODY] } },
			{ key: "archived", id: 2, archived: true, filters: { groups: [EVERYBODY] } },
		]);

		expect(values).toEqual({});
	});
});

describe("cohorts", () => {
	const inCohort = (value: number, operator = "in") => ({
		groups: [{ properties: [{ key: "id", type: "cohort", operator, value }] }],
	});
	const email = (value: string, negation = false) => ({
		key: "email",
		type: "person",
		operator: "icontains",
		value,
		negation,
	});
	const cohorts = new Map([
		cohort({
			id: 1,
			filters: {
				properties: {
					type: "OR",
					values: [
						{ type: "AND", values: [email("@example.org"), email("bot", true)] },
						{ type: "AND", values: [{ key: "id", type: "cohort", operator: "in", value: 2 }] },
					],
				},
			},
		}),
		cohort({ id: 2, distinct_ids: ["listed"] }),
		cohort({
			id: 3,
			filters: {
				properties: {
					type: "AND",
					values: [{ key: "id", type: "cohort", operator: "in", value: 3 }],
				},
			},
		}),
	]);

	test.each([
		["someone@example.org", "user-1", true],
		["bot@example.org", "user-1", false],
		["someone@else.where", "user-1", false],
		["someone@else.where", "listed", true],
	])("%s, who is %s, belongs: %j", (address, distinctId, expected) => {
		const context = { cohorts, distinctId, personProperties: { email: address } };

		expect(evaluate(inCohort(1), context).enabled).toBe(expected);
		expect(evaluate(inCohort(1, "not_in"), context).enabled).toBe(!expected);
	});

	test("no one belongs to an unknown cohort, or to one that is made of itself", () => {
		expect(evaluate(inCohort(9), { cohorts }).enabled).toBe(false);
		expect(evaluate(inCohort(3), { cohorts }).enabled).toBe(false);
	});
});

function evaluate(filters: object, context: Partial<FlagContext>, more: object = {}): Evaluation {
	const flags = [
		{ id: 1, version: 1, definition: definitionOf({ key: "flag", filters, ...more }) },
	];
	const evaluation = evaluateFlags(flags, contextFor(context)).get("flag");
	if (evaluation === undefined) throw new RangeError("The flag was not evaluated");
	return evaluation;
}

function evaluateAll(
	bodies: readonly (FlagBody & { readonly id: number })[],
): Record<string, string | boolean> {
	const flags = bodies.map((body) => ({ id: body.id, version: 1, definition: definitionOf(body) }));
	const evaluations = evaluateFlags(flags, contextFor({}));
	return Object.fromEntries([...evaluations].map(([key, result]) => [key, flagValue(result)]));
}

interface FlagBody {
	readonly key: string;
	readonly filters: object;
	readonly [field: string]: unknown;
}

function definitionOf(body: FlagBody) {
	const reading = parseFlagDefinition(body, body.key);
	if (reading.kind === "problems") throw new TypeError(reading.problems.join("\n"));
	return reading.value;
}

function dependingOn(key: string, value: string | boolean): object {
	return {
		groups: [{ properties: [{ key, type: "flag", operator: "flag_evaluates_to", value }] }],
	};
}

function cohort(body: object): readonly [number, CohortDefinition] {
	const reading = parseCohortDefinition(body);
	if (reading.kind === "problems") throw new TypeError(reading.problems.join("\n"));
	return [reading.value.id, reading.value];
}
