import { describe, expect, test } from "vitest";
import { flagValue } from "../../../src/analytics/flags/evaluation/evaluate-flag.ts";
import {
	hash01,
	isRolledOut,
	pickVariant,
	type VariantShare,
} from "../../../src/analytics/flags/evaluation/rollout.ts";
import { evaluationsOf } from "../../support/flag-context.ts";
import { posthogFixture } from "../../support/posthog-fixtures.ts";

interface Vectors {
	readonly simple: Vector;
	readonly multivariate: Vector & { readonly variants: readonly VariantShare[] };
}

interface Vector {
	readonly flag_key: string;
	readonly rollout_percentage: number;
	readonly expected: Readonly<Record<string, string | boolean>>;
}

interface Examples {
	readonly evaluation_cases: readonly EvaluationCase[];
	readonly hash: { readonly vectors: readonly { input: string; hash01: number }[] };
	readonly rollout_threshold: {
		readonly vectors: readonly { hash01: number; percentage: number; included: boolean }[];
	};
	readonly variant_ranges: {
		readonly vectors: readonly {
			variants: readonly VariantShare[];
			hash01: number;
			selected: string | null;
		}[];
	};
}

interface EvaluationCase {
	readonly id: string;
	readonly flags: readonly { readonly id: number; readonly key: string }[];
	readonly group_type_mapping: Readonly<Record<string, string>>;
	readonly context: {
		readonly distinct_id: string;
		readonly person_properties: Readonly<Record<string, unknown>>;
		readonly groups: Readonly<Record<string, unknown>>;
		readonly group_properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	};
	readonly expected: Readonly<Record<string, unknown>>;
	readonly omitted_flags: readonly string[];
}

const vectors = posthogFixture<Vectors>("flag-hash-vectors.json");
const examples = posthogFixture<Examples>("flag-evaluation-examples.json");

test("hash01() gives PostHog's number for each of its published inputs", () => {
	for (const { input, hash01: expected } of examples.hash.vectors) {
		expect(hash01(input), input).toBe(expected);
	}
});

test("a share takes in exactly the hashes up to its edge", () => {
	for (const { hash01: hash, percentage, included } of examples.rollout_threshold.vectors) {
		expect(isRolledOut(hash, percentage), `${hash} of ${percentage} %`).toBe(included);
	}
});

test("a hash falls into the variant whose share it lies in, or into none", () => {
	for (const { variants, hash01: hash, selected } of examples.variant_ranges.vectors) {
		expect(pickVariant(variants, hash) ?? null, String(hash)).toBe(selected);
	}
});

test.each([
	["a share of everybody", vectors.simple, undefined],
	["variants", vectors.multivariate, { variants: vectors.multivariate.variants }],
])("a flag of %s has the values that PostHog's clients give", (_what, vector, multivariate) => {
	const { flag_key: key, rollout_percentage, expected } = vector;
	const flag = { key, filters: { groups: [{ rollout_percentage }], multivariate } };

	const values = Object.keys(expected).map((distinctId) => {
		const evaluation = evaluationsOf([flag], { distinctId }).get(key);
		return [distinctId, evaluation === undefined ? "absent" : flagValue(evaluation)];
	});

	expect(values).toHaveLength(500);
	expect(Object.fromEntries(values)).toEqual(expected);
});

describe("PostHog's published evaluation cases", () => {
	test.each(examples.evaluation_cases)("$id", (example) => {
		const { flags, context, group_type_mapping } = example;

		const evaluations = evaluationsOf(flags, {
			distinctId: context.distinct_id,
			personProperties: context.person_properties,
			groups: context.groups,
			groupProperties: context.group_properties,
			groupTypes: group_type_mapping,
		});

		const answer = [...evaluations].map(([key, evaluation]) => [
			key,
			{
				value: flagValue(evaluation),
				enabled: evaluation.enabled,
				variant: evaluation.variant ?? null,
				payload: evaluation.payload ?? null,
				reason: {
					code: evaluation.reason,
					condition_index: evaluation.conditionIndex ?? null,
				},
			},
		]);
		expect(Object.fromEntries(answer)).toEqual(example.expected);
	});
});
