import { QUESTION_DIMENSIONS, type QuestionDimension } from "../../../api-types/dimensions.ts";
import type { QuestionInput } from "../../../api-types/question.ts";
import { conditionsOf, type Filter } from "../../state/filters.ts";
import type { AskedQuestion } from "../../state/use-question.ts";
import { type Draft, parseDraft } from "./draft.ts";

export type DraftRange = Pick<AskedQuestion, "asked" | "question">;

type Selector = NonNullable<Extract<QuestionInput, { kind: "paths" }>["anchor"]>;

/** @returns The question of a form, or `undefined` while a required field is empty. */
export function draftQuestion(draft: Draft, range: DraftRange): QuestionInput | undefined {
	const { filters, match } = range.question;
	const common = { ...range.asked, filters: conditionsOf(filters, match) };
	const selectors = draft.steps.map(selectorOf);
	const [first, second] = selectors;
	switch (draft.kind) {
		case "trend":
			return trendOf(draft, range, common);
		case "conversions": {
			if (draft.goals.length === 0) return undefined;
			const breakdown = QUESTION_DIMENSIONS.find((name) => name === draft.breakdown);
			return { kind: "conversions", goals: draft.goals, breakdown, ...common };
		}
		case "funnel": {
			const steps = selectors.filter((step) => step !== undefined);
			if (steps.length < 2 || steps.length < selectors.length) return undefined;
			const { by, windowSeconds: window_seconds } = draft;
			const [breakdown] = breakdownsOf(draft);
			return { kind: "funnel", steps, by, window_seconds, breakdown, ...common };
		}
		case "retention":
			return {
				kind: "retention",
				period: draft.period,
				start: first,
				returning: second,
				...common,
			};
		case "paths":
			return first === undefined ? undefined : { kind: "paths", anchor: first, ...common };
	}
}

/** A trend question without a comparison, for a screen with its own filters. */
export function trendQuestion(
	draft: Partial<Draft>,
	{ asked, question }: DraftRange,
	filters: readonly Filter[],
): QuestionInput {
	const complete = { ...parseDraft(new URLSearchParams()), ...draft };
	const range = { asked, question: { ...question, filters, comparison: "none" } } as const;
	// Callers pass a property if the measure needs one, so that the question is complete.
	return draftQuestion(complete, range) as QuestionInput;
}

function trendOf(
	draft: Draft,
	{ question: { interval, comparison } }: DraftRange,
	common: Pick<QuestionInput, "filters">,
): QuestionInput | undefined {
	const { measure, property, percentile } = draft;
	const isOfProperty = measure === "sum" || measure === "average" || measure === "percentile";
	if (isOfProperty && property.trim() === "") return undefined;
	return {
		kind: "trend",
		measure:
			measure === "percentile"
				? { of: measure, property, percentile }
				: isOfProperty
					? { of: measure, property }
					: { of: measure },
		events: selectorOf(draft.steps[0] ?? ""),
		interval,
		compare: comparison,
		breakdowns: breakdownsOf(draft),
		limit: draft.view === "line" ? 7 : 50,
		...common,
	};
}

/** Parses a step: `page:/docs/*` selects views of matching pages. @returns `undefined` if it is empty. */
export function selectorOf(step: string): Selector | undefined {
	const [, kind, text = ""] = /^(page|event|goal):(.*)$/s.exec(step) ?? [];
	if (text.trim() === "") return undefined;
	if (kind === "goal") return { goal: text };
	if (kind === "event") return { event: text };
	const operator = text.includes("*") ? "matches" : "is";
	return { conditions: [{ dimension: "page", operator, values: [text] }] };
}

function breakdownsOf({ breakdown }: Draft) {
	if (breakdown === "") return [];
	if (breakdown.startsWith("property.")) {
		const property = breakdown.slice("property.".length);
		return property === "" ? [] : [{ property }];
	}
	// The form allows only dimensions and properties.
	return [{ dimension: breakdown as QuestionDimension }];
}
