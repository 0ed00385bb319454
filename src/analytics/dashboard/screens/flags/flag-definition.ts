import * as z from "zod";
import { isRecord } from "../../../../shared/is-record.ts";
import type { AnswerOf, Listed } from "../../../wire/dashboard/answer-of.ts";
import type { ListedDefinition } from "../../../wire/dashboard/flags.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";

/** A definition as it was written; keys that are not known here are kept. */
export type RawDefinition = Readonly<Record<string, unknown>>;

const text = z.string().catch("");

const filterSchema = looseRecord({
	key: z.union([z.string(), z.number().transform(String)]).catch(""),
	operator: z.string().catch("exact"),
	value: z.unknown().optional(),
});

const conditionSchema = looseRecord({
	properties: z.array(filterSchema).catch([]),
	rollout_percentage: z.number().catch(100),
	/** Given to all who match, whatever their share says. */
	variant: z.string().min(1).nullable().catch(null),
});

const variantSchema = looseRecord({ key: text, rollout_percentage: z.number().catch(0) });

const definitionSchema = looseRecord({
	name: text,
	filters: looseRecord({
		groups: z.array(conditionSchema).catch([]),
		multivariate: looseRecord({ variants: z.array(variantSchema).catch([]) }),
		payloads: z
			.record(
				z.string(),
				z
					.unknown()
					.transform((payload) =>
						typeof payload === "string" ? payload : JSON.stringify(payload),
					),
			)
			.catch({}),
	}),
});

/** One comparison of a condition, with whatever else is written there. */
export type FlagFilter = AnswerOf<typeof filterSchema>;
/** One row of `filters.groups`: who, and how many of them. */
export type FlagCondition = AnswerOf<typeof conditionSchema>;
export type FlagVariant = AnswerOf<typeof variantSchema>;

/** What can be edited, beside what it was read from. */
export interface FlagDraft {
	readonly name: string;
	readonly isActive: boolean;
	readonly conditions: readonly FlagCondition[];
	readonly variants: readonly FlagVariant[];
	/** Variant, or `true` for a flag without variants, → JSON as it is typed. */
	readonly payloads: Readonly<Record<string, string>>;
	readonly raw: RawDefinition;
}

/** Reads what the service has stored, or what was written there by hand. */
export function readDraft(raw: RawDefinition): FlagDraft {
	const { name, filters } = definitionSchema.parse(raw);
	return {
		name,
		isActive: raw["active"] !== false,
		conditions: filters.groups,
		variants: filters.multivariate.variants,
		payloads: filters.payloads,
		raw,
	};
}

/** @returns The definition with the edits in it, and everything else as it was. */
export function writeDraft(draft: FlagDraft): RawDefinition {
	const { name, isActive, conditions, variants, payloads, raw } = draft;
	const filters = recordOf(raw["filters"]);
	return {
		...raw,
		name,
		active: isActive,
		filters: {
			...filters,
			groups: conditions,
			multivariate:
				variants.length === 0 ? null : { ...recordOf(filters["multivariate"]), variants },
			payloads: Object.fromEntries(
				Object.entries(payloads).filter(([, text]) => text.trim() !== ""),
			),
		},
	};
}

/** What is wrong with a draft that the service could not say as well. */
export function draftProblems({ variants, payloads }: FlagDraft): readonly string[] {
	const sum = variants.reduce((sum, { rollout_percentage }) => sum + rollout_percentage, 0);
	const keys = variants.map(({ key }) => key);
	return [
		...(variants.length > 0 && Math.abs(sum - 100) > 0.01
			? [`Shares of variants must sum to 100: current value is ${sum}`]
			: []),
		...(new Set(keys).size < keys.length ? ["Each variant must have a key of its own"] : []),
		...Object.entries(payloads)
			.filter(([, text]) => text.trim() !== "" && parseJson(text) === undefined)
			.map(([key]) => `The payload of ${key} must be JSON, such as "a text" or {"color": "red"}`),
	];
}

export const EVERYBODY: FlagCondition = { properties: [], rollout_percentage: 100, variant: null };

/** @returns An empty one for what is not an object. */
export function recordOf(value: unknown): RawDefinition {
	return isRecord(value) ? value : {};
}

/** An object whose further keys are kept; of what is not an object, all fields are absent. */
function looseRecord<Shape extends z.ZodRawShape>(shape: Shape) {
	return z.preprocess(recordOf, z.looseObject(shape));
}

/** @returns `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The caller refuses it with a sentence of its own.
		return undefined;
	}
}

export const FLAGS = "/api/v1/flags";

export function useFlags() {
	return useAnswer<Listed<ListedDefinition>>(FLAGS);
}

export function saveFlag(key: string, definition: RawDefinition): Promise<unknown> {
	return send("PUT", pathOf`/api/v1/flags/${key}`, definition);
}
