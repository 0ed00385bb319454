import * as z from "zod";
import { readWithSchema, type SchemaReading } from "../../http/read-with-schema.ts";
import type { FlagDefinition } from "./flag-definition.ts";

/** From first idea to everybody; clients ask for some of them, by default for `beta` alone. */
const STAGES = ["draft", "concept", "alpha", "beta", "general-availability", "archived"] as const;

/** A feature that visitors may enroll in, as posthog-js shows it. */
export const featureSchema = z.looseObject(
	{
		flagKey: z.string("must be the key of a flag"),
		name: z.string("must be a text").min(1, "must be a text that is not empty"),
		description: z.string("must be a text").default(""),
		stage: z.enum(STAGES, `must be one of ${STAGES.join(", ")}`).default("beta"),
		documentationUrl: z.string("must be a URL, or null").nullable().default(null),
		payload: z.unknown().optional(),
	},
	"must be an object with flagKey and name",
);

export type EarlyAccessFeature = z.infer<typeof featureSchema>;

/** @returns The feature, or one sentence for each thing that is wrong with it. */
export function parseEarlyAccessFeature(body: unknown): SchemaReading<EarlyAccessFeature> {
	return readWithSchema(featureSchema, body);
}

/**
 * The feature that a flag itself announces: a flag that asks for enrollment is one that
 * visitors can enroll in, whether or not it has been described.
 */
export function featureOfFlag(flag: FlagDefinition): EarlyAccessFeature | undefined {
	const { feature_enrollment, super_groups } = flag.filters;
	const asks = super_groups?.[0]?.properties?.some(({ key }) =>
		key.startsWith("$feature_enrollment/"),
	);
	if (feature_enrollment !== true && asks !== true) return undefined;
	return {
		flagKey: flag.key,
		name: flag.name || flag.key,
		description: "",
		stage: "beta",
		documentationUrl: null,
		payload: undefined,
	};
}
