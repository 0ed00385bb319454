/** A definition as it was written; keys that are not known here are kept. */
export type RawDefinition = Readonly<Record<string, unknown>>;

/** One comparison of a condition. */
export interface FlagFilter {
	readonly key: string;
	readonly type: string | undefined;
	readonly operator: string;
	readonly value: unknown;
	readonly raw: RawDefinition;
}

/** One row of `filters.groups`: who, and how many of them. */
export interface FlagCondition {
	readonly filters: readonly FlagFilter[];
	readonly rolloutPercent: number;
	/** Given to all who match, whatever their share says. */
	readonly variant: string | undefined;
	readonly raw: RawDefinition;
}

export interface FlagVariant {
	readonly key: string;
	readonly rolloutPercent: number;
	readonly raw: RawDefinition;
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
		conditions: recordsOf(filters["groups"]).map(readCondition),
		variants: recordsOf(recordOf(filters["multivariate"])["variants"]).map((variant) => ({
			key: textOf(variant["key"]),
			rolloutPercent: numberOf(variant["rollout_percentage"], 0),
			raw: variant,
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
			groups: conditions.map(writeCondition),
			multivariate:
				variants.length === 0
					? null
					: {
							...recordOf(filters["multivariate"]),
							variants: variants.map(({ key, rolloutPercent, raw }) => ({
								...raw,
								key,
								rollout_percentage: rolloutPercent,
							})),
						},
			payloads: Object.fromEntries(
				Object.entries(payloads).filter(([, text]) => text.trim() !== ""),
			),
		},
	};
}

/** What is wrong with a draft that the service could not say as well. */
export function draftProblems({ variants, payloads }: FlagDraft): readonly string[] {
	const sum = variants.reduce((sum, { rolloutPercent }) => sum + rolloutPercent, 0);
	const keys = variants.map(({ key }) => key);
	return [
		...(variants.length > 0 && Math.abs(sum - 100) > 0.01
			? [`Shares of variants must sum to 100: current value is ${sum}`]
			: []),
		...(new Set(keys).size < keys.length ? ["Each variant must have a key of its own"] : []),
		...Object.entries(payloads)
			.filter(([, text]) => text.trim() !== "" && !isJson(text))
			.map(([key]) => `The payload of ${key} must be JSON, such as "a text" or {"color": "red"}`),
	];
}

export const EVERYBODY: FlagCondition = {
	filters: [],
	rolloutPercent: 100,
	variant: undefined,
	raw: {},
};

function readCondition(raw: RawDefinition): FlagCondition {
	const variant = raw["variant"];
	return {
		filters: recordsOf(raw["properties"]).map(readFilter),
		rolloutPercent: numberOf(raw["rollout_percentage"], 100),
		variant: typeof variant === "string" && variant !== "" ? variant : undefined,
		raw,
	};
}

function readFilter(raw: RawDefinition): FlagFilter {
	const { key, type, operator, value } = raw;
	return {
		key: typeof key === "number" ? String(key) : textOf(key),
		type: typeof type === "string" ? type : undefined,
		operator: typeof operator === "string" ? operator : "exact",
		value,
		raw,
	};
}

function writeCondition({ filters, rolloutPercent, variant, raw }: FlagCondition): RawDefinition {
	return {
		...raw,
		properties: filters.map(({ key, type, operator, value, raw }) => ({
			...raw,
			key,
			// Without one, the kind of the condition decides: persons, or groups of a type.
			...(type === undefined ? {} : { type }),
			operator,
			...(value === undefined ? {} : { value }),
		})),
		rollout_percentage: rolloutPercent,
		variant: variant ?? null,
	};
}

function recordOf(value: unknown): RawDefinition {
	// A JSON object has only names and values.
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as RawDefinition)
		: {};
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

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
