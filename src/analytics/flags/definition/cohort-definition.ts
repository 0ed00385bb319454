import * as z from "zod";
import { readWithSchema, type SchemaReading } from "../../http/read-with-schema.ts";
import { type PropertyFilter, propertyFilterSchema } from "./property-filter.ts";

/** Filters and nested groups of filters, joined by AND or OR. */
export interface CohortGroup {
	readonly type: CohortJoin;
	readonly values: readonly (CohortGroup | PropertyFilter)[];
}

/** PostHog calls a list of filters that must all match `property`. */
const JOINS = ["AND", "OR", "property"] as const;

type CohortJoin = (typeof JOINS)[number];

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

/** @returns The cohort, or one sentence for each mistake. */
export function parseCohortDefinition(body: unknown): SchemaReading<CohortDefinition> {
	return readWithSchema(cohortSchema, body);
}

export function isCohortGroup(value: CohortGroup | PropertyFilter): value is CohortGroup {
	return Array.isArray(value["values"]);
}
