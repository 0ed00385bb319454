import type { ReactElement } from "react";
import type { FiguresRow } from "../../../wire/dashboard/stats.ts";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { formatFigure } from "../../format/numbers.ts";
import { renderFilter, toggleFilter } from "../../state/question.ts";
import { useQuestion } from "../../state/use-question.ts";
import type { BreakdownTab } from "./breakdown-cards.ts";
import { METRICS } from "./metrics.ts";

export interface BreakdownTableProps {
	readonly tab: BreakdownTab;
	readonly rows: readonly FiguresRow[];
}

/** The largest rows of a breakdown. A row is a filter. */
export function BreakdownTable({ tab, rows }: BreakdownTableProps): ReactElement {
	const { name, label, metric: metricName } = tab;
	const { question, change } = useQuestion();
	const { filters } = question;
	const metric = METRICS[metricName];
	return (
		<BarTable
			caption={label}
			head={[DIMENSIONS[name], metric.label]}
			rows={rows}
			keyOf={({ value }) => value}
			figureOf={(row) => metric.read(row) ?? 0}
			format={(value) => formatFigure(value, metric.unit)}
		>
			{({ value }) => {
				const filter = { dimension: name, operator: "is", value } as const;
				return (
					<button
						type="button"
						aria-pressed={filters.some((other) => renderFilter(other) === renderFilter(filter))}
						title={`Show only ${DIMENSIONS[name].toLowerCase()} ${labelOf(name, value)}`}
						onClick={() => change({ filters: toggleFilter(filters, filter) })}
					>
						{labelOf(name, value)}
					</button>
				);
			}}
		</BarTable>
	);
}
