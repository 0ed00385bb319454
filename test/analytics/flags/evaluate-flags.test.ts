import { describe, expect, test } from "vitest";
import {
	type CohortDefinition,
	cohortSchema,
} from "../../../src/analytics/flags/definition/cohort-definition.ts";
import {
	type Evaluation,
	flagValue,
} from "../../../src/analytics/flags/evaluation/evaluate-flag.ts";
import type { FlagContext } from "../../../src/analytics/flags/evaluation/flag-context.ts";
import { readWithSchema } from "../../../src/analytics/http/read-with-schema.ts";
import { evaluationsOf, type FlagBody } from "../../support/flag-context.ts";
import { readFixture } from "../../support/read-fixture.ts";

const EVERYBODY = { properties: [], rollout_percentage: 100 };
const HALVES = {
	variants: [
		{ key: "control", rollout_percentage: 50 },
		{ key: "test", rollout_percentage: 50 },
	],
};

interface Case {
	readonly filters: object;
	readonly fields?: object;
	readonly gives: readonly (readonly [context: Partial<FlagContext>, evaluation: object])[];
}

test.each(Object.entries(readFixture<Case>("flags/evaluations.yaml")))("%s", (_name, {
	filters,
	fields,
	gives,
}) => {
	for (const [context, expected] of gives) {
		const {
			variant = null,
			conditionIndex = null,
			payload = null,
			...rest
		} = evaluate(filters, context, fields);

		const evaluation = { ...rest, variant, conditionIndex, payload };
		expect(evaluation, JSON.stringify(context)).toMatchObject(expected);
	}
});

test("a condition that names no variant of the flag leaves the choice to the hash", () => {
	const filters = { groups: [{ ...EVERYBODY, variant: "unheard-of" }], multivariate: HALVES };

	expect(["control", "test"]).toContain(evaluate(filters, {}).variant);
});

test("everybody of a group gets the same variant", () => {
	const filters = {
		aggregation_group_type_index: 0,
		groups: [EVERYBODY],
		multivariate: HALVES,
	};
	const company = { groupTypes: { "0": "company" }, groups: { company: "acme" } };
	const variants = Array.from(
		{ length: 50 },
		(_, number) => evaluate(filters, { ...company, distinctId: `user-${number}` }).variant,
	);

	expect(new Set(variants).size).toBe(1);
});

test("with bucketing by device, the device is hashed", () => {
	const experiment = { groups: [EVERYBODY], multivariate: HALVES };
	const variants = (context: (id: string) => Partial<FlagContext>, more: object = {}) =>
		Array.from(
			{ length: 40 },
			(_, number) => evaluate(experiment, context(`id-${number}`), more).variant,
		);

	const byDevice = variants((id) => ({ distinctId: `user of ${id}`, deviceId: id }), {
		bucketing_identifier: "device_id",
	});

	expect(byDevice).toEqual(variants((id) => ({ distinctId: id })));
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

	const base = { key: "base", id: 1, filters: { groups: [EVERYBODY] } };
	const circle = [
		{ key: "one", id: 1, filters: dependingOn("two", true) },
		{ key: "two", id: 2, filters: dependingOn("one", true) },
	] as const;

	test.each([
		[
			"a dependency is found by id and by key, and evaluated first",
			[
				{ key: "last", id: 3, filters: dependingOn("2", true) },
				{ key: "middle", id: 2, filters: dependingOn("base", true) },
				base,
			],
			{ last: true, middle: true, base: true },
		],
		[
			"a flag that is switched off is absent, and false for flags that depend on it",
			[
				{ ...base, active: false },
				{ key: "next", id: 2, filters: dependingOn("base", false) },
			],
			{ next: true },
		],
		["a circle ends", circle, { one: false, two: false }],
		[
			"deleted and archived flags are absent",
			[
				{ ...circle[0], deleted: true },
				{ ...circle[1], archived: true },
			],
			{},
		],
	])("%s", (_what, flags, expected) => {
		expect(evaluateAll(flags)).toEqual(expected);
	});
});

test("a cohort contains the people of its conditions and of its list; an unknown or circular cohort is empty", () => {
	const cohorts = new Map(
		Object.values(readFixture<{ readonly id: number }>("flags/cohorts.yaml")).map(cohort),
	);
	const isIn = (value: number, operator: string, context: Partial<FlagContext>) => {
		const properties = [{ key: "id", type: "cohort", operator, value }];
		return evaluate({ groups: [{ properties }] }, { cohorts, ...context }).enabled;
	};

	for (const [email, distinctId, expected] of [
		["someone@example.org", "user-1", true],
		["bot@example.org", "user-1", false],
		["someone@else.where", "user-1", false],
		["someone@else.where", "listed", true],
	] as const) {
		const context = { distinctId, personProperties: { email } };
		expect([email, distinctId, isIn(1, "in", context)]).toEqual([email, distinctId, expected]);
		expect(isIn(1, "not_in", context)).toBe(!expected);
	}
	expect([isIn(9, "in", {}), isIn(3, "in", {})]).toEqual([false, false]);
});

function evaluate(filters: object, context: Partial<FlagContext>, more: object = {}): Evaluation {
	const evaluation = evaluationsOf([{ key: "flag", filters, ...more }], context).get("flag");
	if (evaluation === undefined) throw new RangeError("The flag was not evaluated");
	return evaluation;
}

function evaluateAll(bodies: readonly FlagBody[]): Record<string, string | boolean> {
	return Object.fromEntries(
		[...evaluationsOf(bodies, {})].map(([key, result]) => [key, flagValue(result)]),
	);
}

function dependingOn(key: string, value: string | boolean): object {
	return {
		groups: [{ properties: [{ key, type: "flag", operator: "flag_evaluates_to", value }] }],
	};
}

function cohort(body: object): readonly [number, CohortDefinition] {
	const reading = readWithSchema(cohortSchema, body);
	if (reading.kind === "problems") throw new TypeError(reading.problems.join("\n"));
	return [reading.value.id, reading.value];
}
