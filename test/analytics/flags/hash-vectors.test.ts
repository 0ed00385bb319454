import { describe, expect, test } from "vitest";
import { parseFlagDefinition } from "../../../src/analytics/flags/definition/flag-definition.ts";
import { flagValue } from "../../../src/analytics/flags/evaluation/evaluate-flag.ts";
import { evaluateFlags } from "../../../src/analytics/flags/evaluation/evaluate-flags.ts";
import {
	hash01,
	isRolledOut,
	pickVariant,
	type VariantShare,
} from "../../../src/analytics/flags/evaluation/rollout.ts";
import { contextFor } from "../../support/flag-context.ts";
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

test("a rollout takes in everybody whom PostHog's clients take in", () => {
	const { flag_key, rollout_percentage, expected } = vectors.simple;

	const values = valuesFor(
		{ key: flag_key, filters: { groups: [{ rollout_percentage }] } },
		expected,
	);

	expect(Object.keys(values)).toHaveLength(500);
	expect(values).toEqual(expected);
});

test("everybody gets the variant that PostHog's clients give", () => {
	const { flag_key, rollout_percentage, variants, expected } = vectors.multivariate;

	const values = valuesFor(
		{ key: flag_key, filters: { groups: [{ rollout_percentage }], multivariate: { variants } } },
		expected,
	);

	expect(Object.keys(values)).toHaveLength(500);
	expect(values).toEqual(expected);
});

describe("PostHog's published evaluation cases", () => {
	test.each(examples.evaluation_cases)("$id", (example) => {
		const { flags, context, group_type_mapping } = example;

		const evaluations = evaluateFlags(
			flags.map((body) => ({ id: body.id, version: 1, definition: definitionOf(body) })),
			contextFor({
				distinctId: context.distinct_id,
				personProperties: context.person_properties,
				groups: context.groups,
				groupProperties: context.group_properties,
				groupTypes: group_type_mapping,
			}),
		);

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

function valuesFor(
	body: { readonly key: string; readonly filters: object },
	persons: object,
): Record<string, string | boolean> {
	const flags = [{ id: 1, version: 1, definition: definitionOf(body) }];
	return Object.fromEntries(
		Object.keys(persons).map((distinctId) => {
			const evaluation = evaluateFlags(flags, contextFor({ distinctId })).get(body.key);
			return [distinctId, evaluation === undefined ? "absent" : flagValue(evaluation)];
		}),
	);
}

function definitionOf(body: { readonly key: string }) {
	const reading = parseFlagDefinition(body, body.key);
	if (reading.kind === "problems") throw new TypeError(reading.problems.join("\n"));
	return reading.value;
}
