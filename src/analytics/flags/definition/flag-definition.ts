import * as z from "zod";
import { isRecord } from "../../../shared/is-record.ts";
import { readWithSchema, type SchemaReading } from "../../http/read-with-schema.ts";
import type { StoredDocument } from "../../store/settings/documents.ts";
import { groupTypeIndexSchema, propertyFilterSchema } from "./property-filter.ts";

const PERCENTAGE_RULE = "must be a number from 0 to 100";
const percentage = z.number(PERCENTAGE_RULE).min(0, PERCENTAGE_RULE).max(100, PERCENTAGE_RULE);

const conditionSchema = z.looseObject(
	{
		properties: z.array(propertyFilterSchema).nullish(),
		rollout_percentage: percentage.nullish(),
		/** Every match of this condition gets this variant, for any hash. */
		variant: z.string("must be the key of a variant, or null").nullish(),
		/** Absent: the flag's setting. `null`: persons. A number: groups of that type. */
		aggregation_group_type_index: groupTypeIndexSchema.nullish(),
	},
	"must be an object with properties and rollout_percentage",
);

const variantSchema = z.looseObject(
	{
		key: z.string().min(1),
		rollout_percentage: percentage,
	},
	"must be an object with key and rollout_percentage",
);

const holdoutSchema = z.looseObject(
	{
		id: z.union([z.number(), z.string()], "must be a number"),
		exclusion_percentage: percentage,
	},
	"must be an object with id and exclusion_percentage, or null",
);

const filtersSchema = z.looseObject(
	{
		groups: z.array(conditionSchema).default([]),
		multivariate: z
			.looseObject(
				{ variants: z.array(variantSchema).default([]) },
				"must be an object with variants, or null",
			)
			.nullish(),
		payloads: z
			.record(z.string(), z.unknown(), "must be an object that maps a variant or true to a payload")
			.nullish(),
		aggregation_group_type_index: groupTypeIndexSchema.nullish(),
		feature_enrollment: z.boolean().nullish(),
		super_groups: z.array(conditionSchema).nullish(),
		holdout: holdoutSchema.nullish(),
		holdout_groups: z.array(conditionSchema).nullish(),
		early_exit: z.boolean().nullish(),
	},
	"must be an object with groups",
);

const contexts = z.array(z.string()).nullish();

const KEY_RULE = "must be a text of 1 to 400 characters";

/** A feature flag in PostHog's format. The API returns unknown fields unchanged. */
export const flagSchema = z.looseObject(
	{
		key: z.string(KEY_RULE).min(1, KEY_RULE).max(400, KEY_RULE),
		id: z.int("must be a whole number").nullish(),
		name: z.string().nullish(),
		active: z.boolean().default(true),
		deleted: z.boolean().nullish(),
		archived: z.boolean().nullish(),
		filters: filtersSchema,
		ensure_experience_continuity: z.boolean().nullish(),
		bucketing_identifier: z.enum(["distinct_id", "device_id"]).nullish(),
		/** Runtime of the clients that get this flag; absent or `all`: every runtime. */
		evaluation_runtime: z.enum(["all", "client", "server"]).nullish(),
		/** Parts of an app that get this flag, by their names in the configuration of clients. */
		evaluation_contexts: contexts,
		/** The older name of `evaluation_contexts`. */
		evaluation_tags: contexts,
	},
	"must be an object with filters",
);

export type FlagDefinition = z.infer<typeof flagSchema>;
export type FlagCondition = FlagDefinition["filters"]["groups"][number];

/**
 * Reads a flag's definition.
 *
 * @param key Key in the store; a body without a key gets this key.
 * @returns The definition, or one sentence for each mistake.
 */
export function parseFlagDefinition(body: unknown, key: string): SchemaReading<FlagDefinition> {
	const input = isRecord(body) && !("key" in body) ? { key, ...body } : body;
	const reading = readWithSchema(flagSchema, input);
	if (reading.kind === "problems" || reading.value.key === key) return reading;
	const problem = `key must be "${key}": current value is "${reading.value.key}"`;
	return { kind: "problems", problems: [problem] };
}

/** A stored flag. `id` is the id that other definitions refer to. */
export interface CatalogFlag {
	readonly id: number;
	readonly version: number;
	readonly definition: FlagDefinition;
}

/** Reads a stored flag. The id in the definition overrides the id of the store. */
export function readStoredFlag(
	document: Omit<StoredDocument, "createdAt" | "updatedAt">,
): SchemaReading<CatalogFlag> {
	const { id, key, version, body } = document;
	const reading = parseFlagDefinition(body, key);
	if (reading.kind === "problems") return reading;
	const definition = reading.value;
	return { kind: "value", value: { id: definition.id ?? id, version, definition } };
}

export function conditionsOf({ filters }: FlagDefinition): readonly FlagCondition[] {
	return [...filters.groups, ...(filters.super_groups ?? [])];
}

/** @returns One sentence for each group type of a flag that does not exist. */
export function missingGroupTypes(
	flag: FlagDefinition,
	types: Readonly<Record<string, string>>,
): readonly string[] {
	const conditions = conditionsOf(flag);
	const named = [
		flag.filters.aggregation_group_type_index,
		...conditions.map((condition) => condition.aggregation_group_type_index),
		...conditions.flatMap(({ properties }) =>
			(properties ?? []).map(({ group_type_index }) => group_type_index),
		),
	];
	const missing = new Set(named.filter((index) => index != null && !(String(index) in types)));
	return [...missing].map(
		(index) =>
			`filters must name group types that exist: current value is ${index} (name it at /api/v1/group-types)`,
	);
}
