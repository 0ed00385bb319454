import type { ReactElement } from "react";
import { QUESTION_DIMENSIONS } from "../../../api-types/dimensions.ts";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import { useGoals } from "../../api/use-saved.ts";
import { type RowColumn, RowTable, withNumbers } from "../../components/tables/table.tsx";
import { formatCount, formatFigure } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { BreakdownFields } from "./breakdown-fields.tsx";
import type { QuestionFormProps } from "./draft.ts";
import type { AnswerViewProps, QuestionKind } from "./question-kind.ts";

/** How many visitors reach goals. */
export const CONVERSIONS: QuestionKind<"conversions"> = {
	label: "Conversions",
	steps: [],
	missing: "Choose a goal above, or define one below.",
	Fields,
	questionOf: ({ draft: { goals, breakdown }, common }) => {
		if (goals.length === 0) return undefined;
		const dimension = QUESTION_DIMENSIONS.find((name) => name === breakdown);
		return { kind: "conversions", goals, breakdown: dimension, ...common };
	},
	isOfVisitors: () => true,
	View,
	rowsOf: ({ goals, visitor_count }) => [
		["Goal", "Value of breakdown", "Visitors", "Converted", "Rate", "Conversions", "Value"],
		...goals.flatMap(({ goal, rows, ...all }) =>
			[{ ...all, value_of: "", visitor_count }, ...rows].map((row) => [
				goal,
				row.value_of,
				row.visitor_count,
				row.converted,
				row.rate,
				row.conversions,
				row.value,
			]),
		),
	],
};

type Row = Omit<AnswerTo<"conversions">["goals"][number]["rows"][number], "value_of"> & {
	readonly name: string;
	/** Whether the row is a part of the goal above it. */
	readonly isPart: boolean;
};

const COLUMNS: readonly RowColumn<Row>[] = [
	{
		label: "Goal",
		cell: ({ name, isPart }) => (isPart ? <span className="explore-part">{name}</span> : name),
	},
	{ label: "Visitors", cell: ({ visitor_count }) => formatCount(visitor_count) },
	{ label: "Converted", cell: ({ converted }) => formatCount(converted) },
	{ label: "Rate", cell: ({ rate }) => formatFigure(rate, "percent") },
	{ label: "Conversions", cell: ({ conversions }) => formatCount(conversions) },
	{ label: "Value", cell: ({ value }) => formatCount(value) },
];

/** Goals with their figures, and the rows of a breakdown below each. */
function View({ answer }: AnswerViewProps<AnswerTo<"conversions">>): ReactElement {
	const { goals, visitor_count } = answer;
	const known = new Map(useGoals());
	const rows = goals.flatMap(({ goal, rows, ...figures }) => [
		{
			...figures,
			visitor_count,
			name: known.get(goal) ?? goal,
			isPart: false,
		},
		...rows.map(({ value_of, ...row }) => ({
			...row,
			name: value_of === null ? "(not set)" : visibleText(value_of),
			isPart: true,
		})),
	]);
	return <RowTable caption="Conversions" columns={withNumbers(COLUMNS)} rows={rows} />;
}

function Fields({ draft, onChange }: QuestionFormProps): ReactElement {
	const { goals } = draft;
	const known = useGoals();
	return (
		<>
			<fieldset className="explore-goals">
				<legend>Goals</legend>
				{known.length === 0 && <p className="hint">No goals yet: define one below.</p>}
				{known.map(([key, name]) => (
					<label key={key}>
						<input
							type="checkbox"
							checked={goals.includes(key)}
							onChange={({ target }) =>
								onChange({
									goals: target.checked ? [...goals, key] : goals.filter((other) => other !== key),
								})
							}
						/>
						{name}
					</label>
				))}
			</fieldset>
			<BreakdownFields draft={draft} onChange={onChange} hasProperties={false} />
		</>
	);
}
