import type { CatalogFlag } from "../definition/flag-definition.ts";
import { type Evaluation, flagValue, type ReasonCode } from "../evaluation/evaluate-flag.ts";

export interface EvaluatedFlag {
	readonly flag: CatalogFlag;
	readonly evaluation: Evaluation;
}

/** Renders flags for clients of different ages: enabled keys, enabled values, all values, all details. */
export const RENDER_FLAGS = {
	list: (flags) => ({ featureFlags: flags.filter(isEnabled).map(keyOf) }),
	enabled: (flags) => ({ featureFlags: valuesOf(flags.filter(isEnabled)) }),
	values: (flags) => ({ featureFlags: valuesOf(flags), featureFlagPayloads: payloadsOf(flags) }),
	details: (flags) => ({
		flags: Object.fromEntries(flags.map((flag) => [keyOf(flag), detailsOf(flag)])),
	}),
} satisfies Readonly<Record<string, (flags: readonly EvaluatedFlag[]) => object>>;

export type AnswerForm = keyof typeof RENDER_FLAGS;

function isEnabled({ evaluation }: EvaluatedFlag): boolean {
	return evaluation.enabled;
}

function keyOf({ flag }: EvaluatedFlag): string {
	return flag.definition.key;
}

function valuesOf(flags: readonly EvaluatedFlag[]): Readonly<Record<string, string | boolean>> {
	return Object.fromEntries(flags.map((flag) => [keyOf(flag), flagValue(flag.evaluation)]));
}

function payloadsOf(flags: readonly EvaluatedFlag[]): Readonly<Record<string, string>> {
	return Object.fromEntries(
		flags.flatMap((flag) => {
			const payload = payloadText(flag.evaluation.payload);
			return payload === undefined ? [] : [[keyOf(flag), payload]];
		}),
	);
}

function detailsOf({ flag, evaluation }: EvaluatedFlag): Readonly<Record<string, unknown>> {
	const { enabled, variant, reason, conditionIndex, payload } = evaluation;
	return {
		key: flag.definition.key,
		enabled,
		variant: variant ?? null,
		reason: {
			code: reason,
			condition_index: conditionIndex ?? null,
			description: describeReason(reason, conditionIndex),
		},
		metadata: {
			id: flag.id,
			version: flag.version,
			description: flag.definition.name ?? null,
			payload: payloadText(payload) ?? null,
		},
	};
}

/** Payloads are JSON texts; a definition written by hand may contain the value itself. */
export function payloadText(payload: unknown): string | undefined {
	if (payload === undefined || payload === null) return undefined;
	return typeof payload === "string" ? payload : JSON.stringify(payload);
}

const DESCRIPTIONS: Readonly<Record<ReasonCode, string>> = {
	super_condition_value: "Decided by early-access enrollment",
	holdout_condition_value: "In a holdout",
	condition_match: "Matched a condition set",
	out_of_rollout_bound: "Out of rollout bound",
	no_condition_match: "No matching condition set",
	no_group_type: "No matching group type",
	flag_disabled: "Flag is disabled",
	missing_dependency: "A flag that it depends on is missing",
};

/** Counts condition sets from one. */
export function describeReason(reason: ReasonCode, conditionIndex: number | undefined): string {
	if (reason === "condition_match" && conditionIndex !== undefined) {
		return `Matched condition set ${conditionIndex + 1}`;
	}
	return DESCRIPTIONS[reason];
}
