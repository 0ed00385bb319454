import * as z from "zod";
import { isRecord } from "../../../../shared/is-record.ts";
import type { AnswerOf, Listed } from "../../../api-types/answer-of.ts";
import type { ListedDefinition } from "../../../api-types/flags.ts";
import { pathOf, send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";

/** A definition as stored, with unknown keys. */
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
	/** Variant of all visitors who match, regardless of the shares. */
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

/** A filter of a condition, with unknown keys. */
export type FlagFilter = AnswerOf<typeof filterSchema>;
/** An entry of `filters.groups`: filters, and the percentage of matching visitors. */
export type FlagCondition = AnswerOf<typeof conditionSchema>;
export type FlagVariant = AnswerOf<typeof variantSchema>;

/** Editable fields of a definition, with the definition itself in `raw`. */
export interface FlagDraft {
	readonly name: string;
	readonly isActive: boolean;
	readonly conditions: readonly FlagCondition[];
	readonly variants: readonly FlagVariant[];
	/** JSON text as typed, by variant; the key is `true` for a flag without variants. */
	readonly payloads: Readonly<Record<string, string>>;
	readonly raw: RawDefinition;
}

/** Reads a stored definition. Invalid fields get defaults, because a definition can be handwritten. */
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

/** @returns The definition with the edits; other keys are unchanged. */
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

/** Problems of a draft, in clearer sentences than the service has. */
export function draftProblems({ variants, payloads }: FlagDraft): readonly string[] {
	const sum = variants.reduce((sum, { rollout_percentage }) => sum + rollout_percentage, 0);
	const keys = variants.map(({ key }) => key);
	return [
		...(variants.length > 0 && Math.abs(sum - 100) > 0.01
			? [`Shares of variants must sum to 100: current value is ${sum}`]
			: []),
		...(new Set(keys).size < keys.length ? ["Each variant must have a unique key"] : []),
		...Object.entries(payloads)
			.filter(([, text]) => text.trim() !== "" && parseJson(text) === undefined)
			.map(([key]) => `The payload of ${key} must be JSON, such as "a text" or {"color": "red"}`),
	];
}

export const EVERYBODY: FlagCondition = { properties: [], rollout_percentage: 100, variant: null };

/** @returns The value, or an empty record if it is not an object. */
export function recordOf(value: unknown): RawDefinition {
	return isRecord(value) ? value : {};
}

/** Schema of an object that preserves unknown keys. Another value counts as an empty object. */
function looseRecord<Shape extends z.ZodRawShape>(shape: Shape) {
	return z.preprocess(recordOf, z.looseObject(shape));
}

/** @returns `undefined` for invalid JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The caller reports the problem.
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
