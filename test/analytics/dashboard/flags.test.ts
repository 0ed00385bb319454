import { describe, expect, test } from "vitest";
import {
	compareVersions,
	conditionSentence,
	flagSentences,
} from "../../../src/analytics/dashboard/screens/flags/condition-sentence.ts";
import {
	draftProblems,
	type RawDefinition,
	readDraft,
	writeDraft,
} from "../../../src/analytics/dashboard/screens/flags/flag-definition.ts";
import { parseFlagDefinition } from "../../../src/analytics/flags/definition/flag-definition.ts";
import { readRows } from "../../support/read-fixture.ts";

describe("a condition as a sentence", () => {
	test.each(
		readRows<[group: object, sentence: string]>("flags/sentences.yaml", "conditions"),
	)("%j", (group, sentence) => {
		const [condition] = readDraft({ filters: { groups: [group] } }).conditions;

		expect(condition && conditionSentence(condition)).toBe(sentence);
	});
});

describe("a draft", () => {
	const stored: RawDefinition = {
		key: "checkout",
		name: "Checkout",
		active: true,
		unexpected: { own: ["field"] },
		filters: {
			groups: [
				{
					properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"], note: 1 }],
					rollout_percentage: 40,
					variant: null,
					description: "kept",
				},
			],
			multivariate: { variants: [{ key: "a", rollout_percentage: 100, name: "A" }] },
			payloads: { a: '{"x":1}' },
			super_groups: [{ properties: [], rollout_percentage: 100 }],
		},
	};

	test("that was not edited is written as it was read", () => {
		expect(writeDraft(readDraft(stored))).toEqual(stored);
	});

	test("leaves to the kind of the flag what a filter looks at", () => {
		const properties = [{ key: "tier", operator: "exact", value: "gold" }];
		const groups = [{ properties, rollout_percentage: 100, variant: null }];

		const written = writeDraft(readDraft({ filters: { aggregation_group_type_index: 0, groups } }));

		expect(written).toMatchObject({ filters: { groups } });
		expect(JSON.stringify(written)).not.toContain("person");
	});

	test("is what the service takes", () => {
		const draft = readDraft(stored);
		const edited = {
			...draft,
			conditions: [...draft.conditions, { properties: [], rollout_percentage: 5, variant: "a" }],
		};

		expect(parseFlagDefinition(writeDraft(edited), "checkout").kind).toBe("value");
	});

	test("keeps fields of a condition that are not edited", () => {
		const draft = readDraft(stored);
		const [condition] = draft.conditions;
		if (condition === undefined) throw new Error("There is a condition in what was stored");

		const written = writeDraft({
			...draft,
			conditions: [{ ...condition, rollout_percentage: 50 }],
		});

		expect(written).toMatchObject({
			unexpected: { own: ["field"] },
			filters: { groups: [{ rollout_percentage: 50, description: "kept" }] },
		});
	});

	test("says what is wrong with it", () => {
		const draft = {
			...readDraft(stored),
			variants: [
				{ key: "a", rollout_percentage: 50 },
				{ key: "a", rollout_percentage: 40 },
			],
			payloads: { a: "{not json", b: "" },
		};

		expect(draftProblems(draft)).toEqual([
			"Shares of variants must sum to 100: current value is 90",
			"Each variant must have a unique key",
			'The payload of a must be JSON, such as "a text" or {"color": "red"}',
		]);
	});

	test("is read from whatever stands there", () => {
		expect(readDraft({ filters: "none" })).toMatchObject({ conditions: [], variants: [] });
		expect(readDraft({ filters: { groups: [null, 3], payloads: [1] } }).conditions).toHaveLength(2);
	});
});

describe("the history of a flag", () => {
	const on = { active: true, filters: { groups: [{ rollout_percentage: 20 }] } };

	test("says what a version changed", () => {
		const wider = { active: true, filters: { groups: [{ rollout_percentage: 35 }] } };

		expect(compareVersions(on, wider)).toEqual({
			removed: ["20% of people"],
			added: ["35% of people"],
		});
	});

	test("begins with everything, and ends without a list", () => {
		expect(compareVersions(null, on).added).toEqual(flagSentences(on));
		expect(compareVersions(on, null)).toEqual({ added: [], removed: [] });
	});

	test("names whose code gets the flag", () => {
		const sentencesOf = (definition: RawDefinition) => flagSentences({ ...on, ...definition });

		expect(sentencesOf({ evaluation_runtime: "server" })).toContain("Only for servers");
		expect(sentencesOf({ evaluation_runtime: "client" })).toContain("Only for browsers and apps");
		expect(sentencesOf({ evaluation_contexts: ["docs", "web"] })).toContain(
			"Only for clients with the context docs or web, or with none",
		);
		expect(sentencesOf({ evaluation_runtime: "all" })).toEqual(flagSentences(on));
	});

	test("names what comes before the conditions", () => {
		const special = { filters: { super_groups: [{}], holdout: { exclusion_percentage: 10 } } };

		expect(flagSentences(special)).toEqual(
			expect.arrayContaining([
				"10% of people are held out",
				expect.stringMatching(/^Visitors who opted in/),
			]),
		);
	});
});
