import {
	RETENTION_PERIODS,
	TREND_VIEWS,
	type TrendView,
} from "../../../wire/dashboard/dimensions.ts";
import { MEASURE_LABELS } from "../../format/labels.ts";
import { isField } from "../../state/filters.ts";

export const KIND_LABELS = {
	trend: "Trend",
	conversions: "Conversions",
	funnel: "Funnel",
	retention: "Retention",
	paths: "Paths",
} as const;

/** A question as the form has it; all of it stands in the address. */
export interface Draft {
	readonly kind: keyof typeof KIND_LABELS;
	readonly measure: keyof typeof MEASURE_LABELS;
	/** That is measured. */
	readonly property: string;
	readonly percentile: number;
	readonly view: TrendView;
	/** Each `page:`, `event:` or `goal:` with what is meant; of retention, the start and the return. */
	readonly steps: readonly string[];
	/** Keys of goals. */
	readonly goals: readonly string[];
	/** A dimension, or `property.` with a name; empty for none. */
	readonly breakdown: string;
	readonly windowSeconds: number;
	readonly by: "visitor" | "session";
	readonly period: (typeof RETENTION_PERIODS)[number];
}

/** Of every part of the form. */
export interface QuestionFormProps {
	readonly draft: Draft;
	readonly onChange: (changed: Partial<Draft>) => void;
}

export const DAY_SECONDS = 86_400;
const DEFAULT: Draft = {
	kind: "trend",
	measure: "visitors",
	property: "",
	percentile: 75,
	view: "line",
	steps: [],
	goals: [],
	breakdown: "",
	windowSeconds: DAY_SECONDS,
	by: "visitor",
	period: "week",
};

/** An address comes from anyone: an invalid value counts as absent. */
export function parseDraft(params: URLSearchParams): Draft {
	const oneOf = <Name extends string>(name: string, names: readonly Name[], fallback: Name): Name =>
		names.find((known) => known === params.get(name)) ?? fallback;
	return {
		kind: oneOf("kind", namesOf(KIND_LABELS), DEFAULT.kind),
		measure: oneOf("measure", namesOf(MEASURE_LABELS), DEFAULT.measure),
		property: params.get("property") ?? "",
		percentile: numberIn(params.get("percentile"), { min: 1, max: 100 }) ?? DEFAULT.percentile,
		view: oneOf("view", TREND_VIEWS, DEFAULT.view),
		steps: params.getAll("step").filter(isStep).slice(0, MAX_STEPS),
		goals: params.getAll("goal"),
		breakdown: params.getAll("by").find(isField) ?? "",
		windowSeconds:
			numberIn(params.get("window"), { min: 1, max: 366 * DAY_SECONDS }) ?? DEFAULT.windowSeconds,
		by: oneOf("per", ["visitor", "session"], DEFAULT.by),
		period: oneOf("period", RETENTION_PERIODS, DEFAULT.period),
	};
}

/** @returns The address with another draft in it; whatever else it says stays. */
export function withDraft(params: URLSearchParams, draft: Draft): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const [field, name] of Object.entries(PARAMETERS)) {
		next.delete(name);
		// Of the table's own fields.
		const key = field as keyof typeof PARAMETERS;
		// The default stands for itself, so that addresses stay short.
		if (draft[key] !== DEFAULT[key]) next.set(name, String(draft[key]));
	}
	for (const name of ["step", "goal"] as const) {
		next.delete(name);
		for (const value of draft[`${name}s`]) next.append(name, value);
	}
	return next;
}

/** Names in the address of what has one value. */
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
/** More are refused by the service. */
const MAX_STEPS = 8;

function isStep(text: string): boolean {
	return /^(?:(?:page|event|goal):.*|)$/s.test(text);
}

function numberIn(
	text: string | null,
	{ min, max }: { readonly min: number; readonly max: number },
): number | undefined {
	const number = Number(text ?? Number.NaN);
	return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

// The keys of a literal are its type.
export function namesOf<Name extends string>(labels: Readonly<Record<Name, string>>) {
	return Object.keys(labels) as Name[];
}
