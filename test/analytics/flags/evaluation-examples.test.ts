import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseFlagDefinition } from "../../../src/analytics/flags/definition/flag-definition.ts";
import { evaluateFlags } from "../../../src/analytics/flags/evaluation/evaluate-flags.ts";
import { flagValue } from "../../../src/analytics/flags/evaluation/evaluation.ts";
import { contextFor } from "../../support/flag-context.ts";

interface Example {
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

const url = new URL("../../fixtures/posthog/flag-evaluation-examples.json", import.meta.url);
// The fixture is the contract: its shape is checked by what the tests find in it.
const examples = JSON.parse(readFileSync(url, "utf8")).evaluation_cases as readonly Example[];

describe("PostHog's published evaluation cases", () => {
	test.each(examples)("$id", (example) => {
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

function definitionOf(body: { readonly key: string }) {
	const reading = parseFlagDefinition(body, body.key);
	if (reading.kind === "problems") throw new TypeError(reading.problems.join("\n"));
	return reading.value;
}
