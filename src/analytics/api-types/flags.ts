import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

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
