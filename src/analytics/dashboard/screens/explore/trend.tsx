import type { ReactElement } from "react";
import { TREND_VIEWS } from "../../../api-types/dimensions.ts";
import type { QuestionInput } from "../../../api-types/question.ts";
import { Choice } from "../../components/choice.tsx";
import { breakdownLabel, MEASURE_LABELS } from "../../format/labels.ts";
import { formatPoint } from "../../format/times.ts";
import type { Filter } from "../../state/filters.ts";
import { BreakdownFields } from "./breakdown-fields.tsx";
import { type Draft, namesOf, parseDraft, type QuestionFormProps } from "./draft.ts";
import { type AskedDraft, askDraft, type DraftRange, type QuestionKind } from "./question-kind.ts";
import { StepFields } from "./step-fields.tsx";
import { TextField } from "./text-field.tsx";
import { TrendFigures } from "./trend-figures.tsx";

/** Figures over time. */
export const TREND: QuestionKind<"trend"> = {
	label: "Trend",
	steps: [],
	missing: "Enter the name of a property above.",
	Fields,
	questionOf,
	isOfVisitors: (question) => question.kind === "trend" && question.measure.of === "visitors",
	View: TrendFigures,
	rowsOf: ({ rows, other, starts, total, counts, interval, timezone, breakdowns }) => {
		const shown = rows.length === 0 ? [{ values: ["All"], total, counts }] : rows;
		const names = rows.length === 0 ? ["Value"] : breakdowns.map(breakdownLabel);
		const others = other === null ? [] : [{ ...other, values: names.map(() => "All others") }];
		return [
			[...names, "Total", ...starts.map((start) => formatPoint(start, interval, timezone))],
			...[...shown, ...others].map((row) => [...row.values, row.total, ...row.counts]),
		];
	},
};

/** A trend question without a comparison, for a screen with its own filters. */
export function trendQuestion(
	draft: Partial<Draft>,
	{ asked, question }: DraftRange,
	filters: readonly Filter[],
): QuestionInput {
	const complete = { ...parseDraft(new URLSearchParams()), ...draft };
	const range = { asked, question: { ...question, filters, comparison: "none" } } as const;
	// Callers pass a property if the measure needs one, so that the question is complete.
	return questionOf(askDraft(complete, range)) as QuestionInput;
}

function questionOf(asked: AskedDraft): QuestionInput | undefined {
	const { draft, question, selectors, breakdowns, common } = asked;
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
		events: selectors[0],
		interval: question.interval,
		compare: question.comparison,
		breakdowns,
		limit: draft.view === "line" ? 7 : 50,
		...common,
	};
}

const VIEW_LABELS = { line: "Line", bar: "Bars", table: "Table", number: "Number" } as const;

function Fields({ draft, onChange }: QuestionFormProps): ReactElement {
	const { measure } = draft;
	return (
		<>
			<Choice
				label="Count"
				value={measure}
				options={namesOf(MEASURE_LABELS).map((name) => [name, MEASURE_LABELS[name]])}
				onChoose={(chosen) => onChange({ measure: chosen })}
			/>
			{["sum", "average", "percentile"].includes(measure) && (
				<TextField
					label="Property"
					text={draft.property}
					onWrite={(property) => onChange({ property })}
				/>
			)}
			{measure === "percentile" && (
				<Choice
					label="Percentile"
					value={String(draft.percentile)}
					options={["50", "75", "90", "95", "99"].map((name) => [name, name])}
					onChoose={(text) => onChange({ percentile: Number(text) })}
				/>
			)}
			<StepFields
				labels={["Of"]}
				steps={[draft.steps[0] ?? ""]}
				isOptional
				onChange={([step = ""]) => onChange({ steps: step === "" ? [] : [step] })}
			/>
			<Choice
				label="Show as"
				value={draft.view}
				options={TREND_VIEWS.map((name) => [name, VIEW_LABELS[name]])}
				onChoose={(view) => onChange({ view })}
			/>
			<BreakdownFields draft={draft} onChange={onChange} />
		</>
	);
}
