import type { ReactElement } from "react";
import type { QuestionDimension, TrendView } from "../../../api-types/dimensions.ts";
import type { AnswerTo, QueryAnswer } from "../../../api-types/query-answer.ts";
import type { QuestionInput } from "../../../api-types/question.ts";
import type { CountedEvents } from "../../format/labels.ts";
import { conditionsOf } from "../../state/filters.ts";
import type { AskedQuestion } from "../../state/use-question.ts";
import type { Draft, QuestionFormProps } from "./draft.ts";

type Kind = QuestionInput["kind"];

/** A kind of questions: its form, its question and its answer. */
export interface QuestionKind<Of extends Kind> {
	readonly label: string;
	/** Steps of a new question. */
	readonly steps: readonly string[];
	/** Advice for an incomplete question. */
	readonly missing: string;
	readonly Fields: (props: QuestionFormProps) => ReactElement;
	/** @returns The question of a form, or `undefined` while a required field is empty. */
	readonly questionOf: (asked: AskedDraft) => QuestionInput | undefined;
	/** Whether the answer depends on how visitors are counted. */
	readonly isOfVisitors?: (question: QuestionInput) => boolean;
	readonly View: (props: AnswerViewProps<AnswerTo<Of>>) => ReactElement;
	/** Rows of an answer for a spreadsheet, header first; rates are from 0 to 1. */
	readonly rowsOf: (answer: AnswerTo<Of>) => readonly (readonly (string | number | null)[])[];
}

export interface AnswerViewProps<Answer extends QueryAnswer = QueryAnswer> {
	readonly answer: Answer;
	/** Display of a trend. */
	readonly view: TrendView;
	readonly title: string;
	/** Events that a trend counts, if the question is known. */
	readonly events?: CountedEvents;
}

export type DraftRange = Pick<AskedQuestion, "asked" | "question">;

export type AskedDraft = ReturnType<typeof askDraft>;

/** A draft with the range and the filters of the screen. */
export function askDraft(draft: Draft, { asked, question }: DraftRange) {
	return {
		draft,
		question,
		selectors: draft.steps.map(selectorOf),
		breakdowns: breakdownsOf(draft),
		/** Fields of every question. */
		common: { ...asked, filters: conditionsOf(question.filters, question.match) },
	};
}

type Selector = NonNullable<Extract<QuestionInput, { kind: "paths" }>["anchor"]>;

/** Parses a step: `page:/docs/*` selects views of matching pages. @returns `undefined` if it is empty. */
function selectorOf(step: string): Selector | undefined {
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
