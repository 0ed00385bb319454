import type { ReactElement } from "react";
import type { AnswerTo } from "../../../../api-types/query-answer.ts";
import { useGoals } from "../../../api/use-saved.ts";
import { type RowColumn, RowTable, withNumbers } from "../../../components/tables/table.tsx";
import { formatCount, formatFigure } from "../../../format/numbers.ts";
import { visibleText } from "../../../format/visible-text.ts";

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
export function ConversionsView({ goals, visitor_count }: AnswerTo<"conversions">): ReactElement {
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
