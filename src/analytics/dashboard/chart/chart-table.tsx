import { type ReactElement, useDeferredValue } from "react";
import { REACHED_BY_KEYBOARD } from "../components/tables/table.tsx";
import { formatFigure } from "../format/numbers.ts";
import type { ChartFigures } from "./chart-series.ts";

export interface ChartTableProps extends ChartFigures {
	readonly caption: string;
	/** If false, only screen readers have the table. */
	readonly isShown: boolean;
}

/** The numbers of a chart. Deferred, so that the chart renders first. */
export function ChartTable(props: ChartTableProps): ReactElement {
	const { caption, points, series, unit } = useDeferredValue(props, EMPTY);
	return (
		<div
			className={props.isShown ? "chart-numbers" : "visually-hidden"}
			{...(props.isShown ? REACHED_BY_KEYBOARD : {})}
		>
			<table className="table">
				<caption className="visually-hidden">{caption}</caption>
				<thead>
					<tr>
						<th scope="col">Time</th>
						{series.map(({ label }) => (
							<th key={label} scope="col" className="number">
								{label}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{points.labels.map((label, index) => (
						<tr key={points.starts[index]}>
							<th scope="row">{label}</th>
							{series.map(({ label: name, values }) => (
								<td key={name} className="number">
									{formatFigure(values[index] ?? null, unit)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

const EMPTY: ChartTableProps = {
	caption: "",
	points: { open: undefined, to: "", starts: [], ticks: [], labels: [] },
	series: [],
	unit: "count",
	isShown: false,
};
