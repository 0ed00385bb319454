/** Reasons for a value, in PostHog's words, with their rank among conditions. */
export const REASON_RANK = {
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

/** The value in client code: the key of the variant, or else on or off. */
export function flagValue({ variant, enabled }: Evaluation): string | boolean {
	return variant ?? enabled;
}
