import * as z from "zod";
import { type PropertyFilter, propertyFilterSchema } from "./property-filter.ts";

/** PostHog calls a list of filters that must all match `property`. */
const JOINS = ["AND", "OR", "property"] as const;

/** Filters and nested groups of filters, joined by AND or OR. */
export interface CohortGroup {
	readonly type: (typeof JOINS)[number];
	readonly values: readonly (CohortGroup | PropertyFilter)[];
}

const groupSchema: z.ZodType<CohortGroup> = z.looseObject({
	type: z.enum(JOINS, "must be AND or OR"),
	values: z.array(
		z.lazy(() => z.union([groupSchema, propertyFilterSchema])),
		"must be a list of filters",
	),
});

/** A named set of persons: by rule (`filters`), or by a list of distinct ids (`distinct_ids`). */
export const cohortSchema = z.looseObject(
	{
		id: z.int("must be a whole number"),
		name: z.string().nullish(),
		filters: z
			.looseObject({ properties: groupSchema }, "must be an object with properties")
			.nullish(),
		distinct_ids: z.array(z.string(), "must be a list of distinct ids").nullish(),
	},
	"must be an object with id and filters",
);

export type CohortDefinition = z.infer<typeof cohortSchema>;

export function isCohortGroup(value: CohortGroup | PropertyFilter): value is CohortGroup {
	return Array.isArray(value["values"]);
}
