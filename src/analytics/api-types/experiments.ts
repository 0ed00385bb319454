import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { visitorCounting } from "./stats.ts";

const share = z.number().describe("0 to 1");

/** `GET /api/v1/experiments/{key}`. */
export const experimentAnswer = z.object({
	flag: z.string(),
	goal: z.string(),
	from: z.iso.datetime(),
	to: z.iso.datetime().describe("Not included"),
	visitors: visitorCounting,
	variants: z.array(
		z.object({
			variant: z.string(),
			expected_share: share.describe("Share in the flag's definition"),
			exposed: z.int().describe("Visitors who received the variant"),
			converted: z.int().describe("Exposed visitors who reached the goal afterwards"),
			rate: share.nullable(),
			low: share.describe("The rate is above it with a probability of 97.5 %"),
			high: share.describe("The rate is below it with a probability of 97.5 %"),
			chance_to_be_best: share,
		}),
	),
	split: z
		.object({
			chance: share.describe("Probability of a split at least this uneven by chance"),
			is_off: z.boolean().describe("chance < 0.001: visitors of a variant are probably missing"),
		})
		.nullable()
		.describe("null: no visitor is exposed, or a condition of the flag names a variant"),
});

export type ExperimentAnswer = AnswerOf<typeof experimentAnswer>;
