import { isRecord } from "../../../../shared/is-record.ts";

/** A definition as it was written; keys that are not known here are kept. */
export type RawDefinition = Readonly<Record<string, unknown>>;

/** One comparison of a condition, with whatever else is written there. */
export interface FlagFilter extends RawDefinition {
	readonly key: string;
	readonly operator: string;
	readonly value?: unknown;
}

/** One row of `filters.groups`: who, and how many of them. */
export interface FlagCondition extends RawDefinition {
	readonly properties: readonly FlagFilter[];
	readonly rollout_percentage: number;
	/** Given to all who match, whatever their share says. */
	readonly variant: string | null;
}

export interface FlagVariant extends RawDefinition {
	readonly key: string;
	readonly rollout_percentage: number;
}

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
	const filters = recordOf(raw["filters"]);
	return {
		name: textOf(raw["name"]),
		isActive: raw["active"] !== false,
		conditions: recordsOf(filters["groups"]).map((condition) => ({
			...condition,
			properties: recordsOf(condition["properties"]).map(readFilter),
			rollout_percentage: numberOf(condition["rollout_percentage"], 100),
			variant: textOf(condition["variant"]) || null,
		})),
		variants: recordsOf(recordOf(filters["multivariate"])["variants"]).map((variant) => ({
			...variant,
			key: textOf(variant["key"]),
			rollout_percentage: numberOf(variant["rollout_percentage"], 0),
		})),
		payloads: Object.fromEntries(
			Object.entries(recordOf(filters["payloads"])).map(([key, payload]) => [
				key,
				typeof payload === "string" ? payload : JSON.stringify(payload),
			]),
		),
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

function readFilter(filter: RawDefinition): FlagFilter {
	const { key, operator } = filter;
	return {
		...filter,
		key: typeof key === "number" ? String(key) : textOf(key),
		operator: typeof operator === "string" ? operator : "exact",
	};
}

/** @returns An empty one for what is not an object. */
export function recordOf(value: unknown): RawDefinition {
	return isRecord(value) ? value : {};
}

function recordsOf(value: unknown): readonly RawDefinition[] {
	return Array.isArray(value) ? value.map(recordOf) : [];
}

function textOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}

function numberOf(value: unknown, fallback: number): number {
	return typeof value === "number" ? value : fallback;
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
