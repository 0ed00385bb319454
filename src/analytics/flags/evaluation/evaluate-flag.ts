import type { FlagCondition, FlagDefinition } from "../definition/flag-definition.ts";
import {
	type FlagContext,
	findProperty,
	groupKeyOf,
	identifierOf,
	lacksDevice,
	type Subject,
} from "./flag-context.ts";
import { matchFilter } from "./match-filter.ts";
import { hash01, isRolledOut, pickVariant, rolloutHash } from "./rollout.ts";

/** Reasons for a value, in PostHog's words, with their rank among conditions. */
const REASON_RANK = {
	super_condition_value: 6,
	holdout_condition_value: 5,
	condition_match: 4,
	out_of_rollout_bound: 3,
	no_condition_match: 2,
	no_group_type: 1,
	flag_disabled: 0,
	missing_dependency: -1,
} as const;

export type ReasonCode = keyof typeof REASON_RANK;

export interface Evaluation {
	readonly enabled: boolean;
	readonly variant: string | undefined;
	readonly reason: ReasonCode;
	/** Index of the deciding condition in its list, if one decided. */
	readonly conditionIndex: number | undefined;
	/** Stored payload of the value. */
	readonly payload: unknown;
}

/** @returns The value for client code: the key of the variant, otherwise whether the flag is on. */
export function flagValue({ variant, enabled }: Evaluation): string | boolean {
	return variant ?? enabled;
}

/**
 * Evaluates one active flag whose dependencies are known: enrollment, then holdout, then the
 * conditions in their order. The first decision wins.
 */
export function evaluateFlag(subject: Subject): Evaluation {
	return evaluateEnrollment(subject) ?? evaluateHoldout(subject) ?? evaluateConditions(subject);
}

/** Early access: an enrollment or a refusal decides before holdout and conditions. */
function evaluateEnrollment(subject: Subject): Evaluation | undefined {
	const { flag, context } = subject;
	const matches = flag.filters.feature_enrollment
		? matchEnrollment(flag, context)
		: matchSuperGroup(subject);
	if (matches === undefined) return undefined;
	return outcome(flag, { enabled: matches, reason: "super_condition_value", conditionIndex: 0 });
}

function matchEnrollment(flag: FlagDefinition, context: FlagContext): boolean | undefined {
	const found = findProperty(context.personProperties, `$feature_enrollment/${flag.key}`);
	return found && (found.value === true || found.value === "true");
}

/** The older form of enrollment. It decides only for persons with the property. */
function matchSuperGroup(subject: Subject): boolean | undefined {
	const group = subject.flag.filters.super_groups?.[0];
	const { personProperties } = subject.context;
	const decides = group?.properties?.some(({ key }) => findProperty(personProperties, key));
	if (group === undefined || !decides) return undefined;
	return evaluateCondition(group, undefined, subject) === "condition_match";
}

/** Holdouts are the same for every flag: their hash has neither the flag's key nor the dot. */
function evaluateHoldout({ flag, context }: Subject): Evaluation | undefined {
	const holdout = readHoldout(flag);
	if (holdout === undefined) return undefined;
	const identifier = identifierOf(
		flag,
		flag.filters.aggregation_group_type_index ?? undefined,
		context,
	);
	if (!isRolledOut(hash01(`holdout-${identifier}`), holdout.percentage)) return undefined;
	return outcome(flag, {
		enabled: true,
		variant: holdout.variant,
		reason: "holdout_condition_value",
		conditionIndex: undefined,
	});
}

function readHoldout(flag: FlagDefinition): { percentage: number; variant: string } | undefined {
	const { holdout, holdout_groups } = flag.filters;
	if (holdout) {
		return { percentage: holdout.exclusion_percentage, variant: `holdout-${holdout.id}` };
	}
	const older = holdout_groups?.[0];
	if (older === undefined || older.properties?.length) return undefined;
	return { percentage: older.rollout_percentage ?? 100, variant: older.variant ?? "holdout" };
}

function evaluateConditions(subject: Subject): Evaluation {
	const { flag, context } = subject;
	let best: Reason | undefined;
	for (const [conditionIndex, condition] of flag.filters.groups.entries()) {
		const groupType = aggregationOf(condition, flag);
		const reason = evaluateCondition(condition, groupType, subject);
		if (reason === "condition_match") {
			const variant = variantOf(condition, flag, identifierOf(flag, groupType, context));
			return outcome(flag, { enabled: true, variant, reason, conditionIndex });
		}
		// On a tie, the later condition is reported.
		if (best === undefined || REASON_RANK[reason] >= REASON_RANK[best.reason]) {
			best = { reason, conditionIndex };
		}
		if (reason === "out_of_rollout_bound" && flag.filters.early_exit === true) break;
	}
	return outcome(flag, { enabled: false, ...(best ?? NO_CONDITIONS) });
}

type Reason = Pick<Evaluation, "reason" | "conditionIndex">;

const NO_CONDITIONS: Reason = { reason: "no_condition_match", conditionIndex: undefined };

/** The condition's own setting wins; its `null` means persons. */
function aggregationOf(condition: FlagCondition, flag: FlagDefinition): number | undefined {
	const own = condition.aggregation_group_type_index;
	return (own === undefined ? flag.filters.aggregation_group_type_index : own) ?? undefined;
}

function evaluateCondition(
	condition: FlagCondition,
	groupType: number | undefined,
	subject: Subject,
): ReasonCode {
	const { flag, context } = subject;
	if (groupType !== undefined && groupKeyOf(context, groupType) === undefined) {
		return "no_group_type";
	}
	if (groupType === undefined && lacksDevice(flag, context)) return "out_of_rollout_bound";
	const filters = condition.properties ?? [];
	if (!filters.every((filter) => matchFilter(filter, groupType, subject))) {
		return "no_condition_match";
	}
	const percentage = condition.rollout_percentage ?? 100;
	if (percentage === 100) return "condition_match";
	const identifier = identifierOf(flag, groupType, context);
	return isRolledOut(rolloutHash(flag.key, identifier, ""), percentage)
		? "condition_match"
		: "out_of_rollout_bound";
}

function variantOf(
	condition: FlagCondition,
	flag: FlagDefinition,
	identifier: string,
): string | undefined {
	const variants = flag.filters.multivariate?.variants ?? [];
	const named = variants.find(({ key }) => key === condition.variant);
	if (named !== undefined) return named.key;
	return pickVariant(variants, rolloutHash(flag.key, identifier, "variant"));
}

interface Outcome extends Reason {
	readonly enabled: boolean;
	readonly variant?: string | undefined;
}

function outcome(flag: FlagDefinition, { enabled, variant, ...why }: Outcome): Evaluation {
	const payloads = flag.filters.payloads ?? {};
	const key = variant ?? "true";
	const payload = enabled && Object.hasOwn(payloads, key) ? payloads[key] : undefined;
	return { enabled, variant, ...why, payload };
}
