import { useMemo } from "react";
import * as z from "zod";
import type { AnswerOf } from "../../../api-types/answer-of.ts";
import { RETENTION_PERIODS, TREND_VIEWS } from "../../../api-types/dimensions.ts";
import { MEASURE_LABELS } from "../../format/labels.ts";
import { isField } from "../../state/filters.ts";
import { type AddressChange, useAddress } from "../../state/use-address.ts";
import { withValues } from "../../state/with-values.ts";

export const DAY_SECONDS = 86_400;
/** The service refuses more steps. */
export const MAX_STEPS = 8;

/** Fields of the question form, all stored in the URL. An invalid value counts as absent. */
const draftSchema = z.object({
	/** Name of a kind of questions; the kinds need this file, so that it does not know them. */
	kind: z.string().catch("trend"),
	measure: z.enum(namesOf(MEASURE_LABELS)).catch("visitors"),
	/** Name of the measured property. */
	property: z.string().catch(""),
	percentile: z.coerce.number().int().min(1).max(100).catch(75),
	view: z.enum(TREND_VIEWS).catch("line"),
	/** Each is `page:`, `event:` or `goal:` with a path, name or key. In retention: start and return. */
	steps: z.array(z.string()).transform((steps) => steps.filter(isStep).slice(0, MAX_STEPS)),
	/** Keys of goals. */
	goals: z.array(z.string()),
	/** A dimension, or `property.` with a name; empty for none. */
	breakdown: z.string().refine(isField).catch(""),
	windowSeconds: z.coerce
		.number()
		.int()
		.min(1)
		.max(366 * DAY_SECONDS)
		.catch(DAY_SECONDS),
	by: z.enum(["visitor", "session"]).catch("visitor"),
	period: z.enum(RETENTION_PERIODS).catch("week"),
});

export type Draft = AnswerOf<typeof draftSchema>;

/** Props of every part of the form. */
export interface QuestionFormProps {
	readonly draft: Draft;
	readonly onChange: (changed: Partial<Draft>) => void;
}

export function parseDraft(params: URLSearchParams): Draft {
	const single = Object.entries(PARAMETERS).map(([field, name]) => [field, params.get(name)]);
	const several = { steps: params.getAll("step"), goals: params.getAll("goal") };
	return draftSchema.parse({ ...Object.fromEntries(single), ...several });
}

/** The draft in the URL, and its setter. */
export function useDraft(
	how: AddressChange = {},
): readonly [draft: Draft, change: (changed: Partial<Draft>) => void] {
	const [params, changeAddress] = useAddress();
	const draft = useMemo(() => parseDraft(params), [params]);
	return [
		draft,
		(changed) =>
			changeAddress((current) => withDraft(current, { ...parseDraft(current), ...changed }), how),
	];
}

/** @returns The URL parameters with another draft; other parameters are unchanged. */
export function withDraft(params: URLSearchParams, draft: Draft): URLSearchParams {
	const defaults = parseDraft(new URLSearchParams());
	const single = Object.entries(PARAMETERS).map(([field, name]) => {
		// `Object.entries()` loses the type of the keys.
		const value = draft[field as keyof typeof PARAMETERS];
		// Omits defaults, so that URLs stay short.
		return [name, value === defaults[field as keyof typeof PARAMETERS] ? undefined : String(value)];
	});
	return withValues(params, {
		...Object.fromEntries(single),
		step: draft.steps,
		goal: draft.goals,
	});
}

/** URL parameters of the fields with a single value. */
const PARAMETERS = {
	kind: "kind",
	measure: "measure",
	property: "property",
	view: "view",
	period: "period",
	by: "per",
	breakdown: "by",
	percentile: "percentile",
	windowSeconds: "window",
} as const;

function isStep(text: string): boolean {
	return /^(?:(?:page|event|goal):.*|)$/s.test(text);
}

// `Object.keys()` loses the type; a literal has exactly these keys.
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>) {
	return Object.keys(table) as Name[];
}
