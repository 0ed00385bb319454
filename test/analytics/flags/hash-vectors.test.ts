import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseFlagDefinition } from "../../../src/analytics/flags/definition/flag-definition.ts";
import { evaluateFlags } from "../../../src/analytics/flags/evaluation/evaluate-flags.ts";
import { flagValue } from "../../../src/analytics/flags/evaluation/evaluation.ts";
import {
	hash01,
	isRolledOut,
	pickVariant,
	type VariantShare,
} from "../../../src/analytics/flags/evaluation/rollout.ts";
import { contextFor } from "../../support/flag-context.ts";

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

// The fixtures are the contract: the tests below would notice another shape.
const vectors = readFixture("flag-hash-vectors.json") as Vectors;
const examples = readFixture("flag-evaluation-examples.json") as Examples;

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

function valuesFor(
	body: { readonly key: string; readonly filters: object },
	persons: object,
): Record<string, string | boolean> {
	const reading = parseFlagDefinition(body, body.key);
	if (reading.kind === "problems") throw new TypeError(reading.problems.join("\n"));
	const flags = [{ id: 1, version: 1, definition: reading.value }];
	return Object.fromEntries(
		Object.keys(persons).map((distinctId) => {
			const evaluation = evaluateFlags(flags, contextFor({ distinctId })).get(body.key);
			return [distinctId, evaluation === undefined ? "absent" : flagValue(evaluation)];
		}),
	);
}

function readFixture(name: string): unknown {
	const url = new URL(`../../fixtures/posthog/${name}`, import.meta.url);
	return JSON.parse(readFileSync(url, "utf8"));
}
