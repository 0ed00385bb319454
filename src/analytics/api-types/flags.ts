import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

export interface FlagOperator {
	/** Words between the property and the value in a sentence. */
	readonly phrase: string;
	/** Default: a text. `list`: several values, of which any may match. */
	readonly takes?: "list" | "none";
}

/** Comparisons of a property in a condition, by PostHog's names. */
export const FLAG_OPERATORS = {
	exact: { phrase: "is", takes: "list" },
	is_not: { phrase: "is not", takes: "list" },
	icontains: { phrase: "contains" },
	not_icontains: { phrase: "does not contain" },
	icontains_multi: { phrase: "contains", takes: "list" },
	not_icontains_multi: { phrase: "does not contain", takes: "list" },
	starts_with: { phrase: "starts with" },
	not_starts_with: { phrase: "does not start with" },
	ends_with: { phrase: "ends with" },
	not_ends_with: { phrase: "does not end with" },
	regex: { phrase: "matches the pattern" },
	not_regex: { phrase: "does not match the pattern" },
	gt: { phrase: "is greater than" },
	gte: { phrase: "is at least" },
	lt: { phrase: "is less than" },
	lte: { phrase: "is at most" },
	between: { phrase: "is between", takes: "list" },
	not_between: { phrase: "is not between", takes: "list" },
	is_set: { phrase: "is set", takes: "none" },
	is_not_set: { phrase: "is not set", takes: "none" },
	is_date_exact: { phrase: "is the date" },
	is_date_before: { phrase: "is before" },
	is_date_after: { phrase: "is after" },
	semver_eq: { phrase: "is the version" },
	semver_neq: { phrase: "is not the version" },
	semver_gt: { phrase: "is newer than" },
	semver_gte: { phrase: "is the version or newer than" },
	semver_lt: { phrase: "is older than" },
	semver_lte: { phrase: "is the version or older than" },
	semver_tilde: { phrase: "is a patch of version" },
	semver_caret: { phrase: "is compatible with version" },
	semver_wildcard: { phrase: "fits the version" },
} as const satisfies Readonly<Record<string, FlagOperator>>;

const record = z.record(z.string(), z.unknown());

/** Row of `GET /api/v1/flags`, `/api/v1/cohorts` and `/api/v1/early-access-features`. */
export const listedDefinition = z.object({
	id: z.int(),
	key: z.string(),
	version: z.int(),
	created_at: z.iso.datetime(),
	updated_at: z.iso.datetime(),
	definition: record.describe("PostHog's JSON, as it was sent"),
});

export type ListedDefinition = AnswerOf<typeof listedDefinition>;

/** `GET /api/v1/flags/{key}/history`. */
export const historyAnswer = z.object({
	results: z
		.array(
			z.object({
				version: z.int(),
				changed_at: z.iso.datetime(),
				definition: record.nullable().describe("null: it was deleted"),
			}),
		)
		.describe("The newest first"),
});

export type HistoryAnswer = AnswerOf<typeof historyAnswer>;

const ID_RULE = "must be a distinct id of 1 to 200 characters";

/** Body of `POST /api/v1/flags/{key}/try`. */
export const flagTrial = z.strictObject({
	distinct_id: z.string(ID_RULE).min(1, ID_RULE).max(200, ID_RULE),
	person_properties: record.default({}).describe("Override the stored properties"),
	groups: z.record(z.string(), z.string()).default({}),
	group_properties: z.record(z.string(), record).default({}),
	definition: record.optional().describe("An unsaved definition to evaluate"),
});

export const flagTrialAnswer = z.object({
	enabled: z.boolean(),
	variant: z.string().nullable(),
	payload: z.unknown(),
	reason: z.object({
		code: z.string(),
		description: z.string(),
		condition_index: z.int().nullable().describe("Index in filters.groups"),
	}),
	is_known_person: z.boolean().describe("Whether a person is stored under the id"),
});

export type FlagTrialAnswer = AnswerOf<typeof flagTrialAnswer>;
