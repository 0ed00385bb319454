import type { ReactElement } from "react";
import type { AnswerTo } from "../../../../wire/dashboard/query-answer.ts";
import { Table } from "../../../components/tables/table.tsx";
import { formatFigure } from "../../../format/numbers.ts";
import { visibleText } from "../../../format/visible-text.ts";
import { useGoals } from "../use-saved.ts";

const COLUMNS = [
	{ label: "Goal" },
	...["Visitors", "Converted", "Rate", "Conversions", "Value"].map((label) => ({
		label,
		isNumber: true,
	})),
];

/** Goals with their figures, and the rows of a breakdown below each. */
export function ConversionsView({
	answer: { goals, visitor_count },
}: {
	readonly answer: AnswerTo<"conversions">;
}): ReactElement {
	const known = useGoals();
	return (
		<Table caption="Conversions" columns={COLUMNS}>
			{goals.map(({ goal, rows, ...figures }) => (
				<tbody key={goal}>
					<Row
						name={known.find(({ key }) => key === goal)?.definition.name ?? goal}
						figures={{ ...figures, visitor_count }}
					/>
					{rows.map(({ value_of, ...row }) => (
						<Row
							key={value_of}
							name={value_of === null ? "(not set)" : visibleText(value_of)}
							figures={row}
							isPart
						/>
					))}
				</tbody>
			))}
		</Table>
	);
}

interface RowProps {
	readonly name: string;
	readonly figures: Omit<AnswerTo<"conversions">["goals"][number]["rows"][number], "value_of">;
	readonly isPart?: boolean;
}

function Row({ name, figures, isPart = false }: RowProps): ReactElement {
	return (
		<tr>
			<th scope="row" className={isPart ? "explore-part" : undefined}>
				{name}
			</th>
			<td className="number">{formatFigure(figures.visitor_count, "count")}</td>
			<td className="number">{formatFigure(figures.converted, "count")}</td>
			<td className="number">{formatFigure(figures.rate, "percent")}</td>
			<td className="number">{formatFigure(figures.conversions, "count")}</td>
			<td className="number">{formatFigure(figures.value, "count")}</td>
		</tr>
	);
}
