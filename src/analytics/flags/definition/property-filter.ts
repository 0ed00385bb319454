import * as z from "zod";
import { FLAG_OPERATORS } from "../../api-types/flags.ts";

/** Operators of filters, as PostHog names them. */
export const OPERATORS = [
	// A literal has exactly these keys.
	...(Object.keys(FLAG_OPERATORS) as (keyof typeof FLAG_OPERATORS)[]),
	"in",
	"not_in",
	"flag_evaluates_to",
] as const;

export type Operator = (typeof OPERATORS)[number];

const INDEX_RULE = "must be a whole number from 0 to 4, or null";
export const groupTypeIndexSchema = z.int(INDEX_RULE).min(0, INDEX_RULE).max(4, INDEX_RULE);

/** A filter of a condition or a cohort: a subject, an operator and a value. */
export const propertyFilterSchema = z.looseObject(
	{
		key: z.union([z.string(), z.number().transform(String)], "must be a text"),
		/** Subject of the filter; absent: the subject of the condition. */
		type: z.enum(["person", "group", "cohort", "flag"]).nullish(),
		operator: z.enum(OPERATORS).nullish(),
		value: z.unknown().optional(),
		group_type_index: groupTypeIndexSchema.nullish(),
		negation: z.boolean().nullish(),
	},
	"must be an object with key, operator and value",
);

export type PropertyFilter = z.infer<typeof propertyFilterSchema>;
