import * as z from "zod";
import type { FlagDefinition } from "./flag-definition.ts";

/** Stages from idea to release. Clients request stages, by default only `beta`. */
const STAGES = ["draft", "concept", "alpha", "beta", "general-availability", "archived"] as const;

/** A feature that visitors may enroll in, as posthog-js reads it. */
export const featureSchema = z.looseObject(
	{
		flagKey: z.string("must be the key of a flag"),
		name: z.string().min(1),
		description: z.string().default(""),
		stage: z.enum(STAGES).default("beta"),
		documentationUrl: z.string("must be a URL, or null").nullable().default(null),
		payload: z.unknown().optional(),
	},
	"must be an object with flagKey and name",
);

export type EarlyAccessFeature = z.infer<typeof featureSchema>;

/** @returns A feature without description for a flag with enrollment; `undefined` for other flags. */
export function featureOfFlag(flag: FlagDefinition): EarlyAccessFeature | undefined {
	const { feature_enrollment, super_groups } = flag.filters;
	const isEnrolled = super_groups?.[0]?.properties?.some(({ key }) =>
		key.startsWith("$feature_enrollment/"),
	);
	if (feature_enrollment !== true && isEnrolled !== true) return undefined;
	return {
		flagKey: flag.key,
		name: flag.name || flag.key,
		description: "",
		stage: "beta",
		documentationUrl: null,
		payload: undefined,
	};
}
