import type { ReactElement } from "react";
import type { FiguresRow } from "../../../wire/dashboard/stats.ts";
import { DIMENSIONS, labelOf } from "../../format/labels.ts";
import { formatFigure } from "../../format/numbers.ts";
import { isSameFilter } from "../../state/question.ts";
import { toggleFilter } from "../../state/toggle-filter.ts";
import { useQuestion } from "../../state/use-question.ts";
import type { BreakdownTab } from "./breakdown-cards.ts";
import { METRICS } from "./metrics.ts";

export interface BreakdownTableProps {
	readonly tab: BreakdownTab;
	readonly rows: readonly FiguresRow[];
}

/** Rows with a bar behind each, as long as its share of the largest. A row is a filter. */
export function BreakdownTable({ tab, rows }: BreakdownTableProps): ReactElement {
	const { name, label, metric: metricName } = tab;
	const { question, change } = useQuestion();
	const metric = METRICS[metricName];
	const largest = Math.max(...rows.map((row) => metric.read(row) ?? 0), 1);
	return (
		<table className="breakdown-table">
			<caption className="visually-hidden">{label}</caption>
			<thead>
				<tr>
					<th scope="col">{DIMENSIONS[name]}</th>
					<th scope="col" className="number">
						{metric.label}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => {
					const filter = { dimension: name, operator: "is", value: row.value } as const;
					const isChosen = question.filters.some((other) => isSameFilter(other, filter));
					const value = metric.read(row) ?? 0;
					return (
						<tr key={row.value}>
							<th scope="row">
								<span
									className="bar"
									style={{ inlineSize: `${(value / largest) * 100}%` }}
									aria-hidden="true"
								/>
								<button
									type="button"
									aria-pressed={isChosen}
									title={`Show only ${DIMENSIONS[name].toLowerCase()} ${labelOf(name, row.value)}`}
									onClick={() => change({ filters: toggleFilter(question.filters, filter) })}
								>
									{labelOf(name, row.value)}
								</button>
							</th>
							<td className="number">{formatFigure(value, metric.unit)}</td>
						</tr>
					);
				})}
			</tbody>
		</table>
	);
}
