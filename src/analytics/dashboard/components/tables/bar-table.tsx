import type { ReactElement, ReactNode } from "react";
import { formatCount } from "../../format/numbers.ts";

export interface BarTableProps<Row> {
	readonly caption: string;
	/** Headers of the two columns. */
	readonly head: readonly [name: string, figure: string];
	readonly rows: readonly Row[];
	readonly keyOf: (row: Row) => string;
	readonly figureOf: (row: Row) => number;
	readonly format?: (value: number) => string;
	/** Renders the name of a row: a button, or an element of the class `breakdown-name`. */
	readonly children: (row: Row) => ReactNode;
}

/** Rows with a bar behind each; its length is relative to the largest figure. */
export function BarTable<Row>(props: BarTableProps<Row>): ReactElement {
	const { caption, head, rows, keyOf, figureOf, format = formatCount, children } = props;
	const largest = Math.max(...rows.map(figureOf), 1);
	return (
		<table className="breakdown-table">
			<caption className="visually-hidden">{caption}</caption>
			<thead>
				<tr>
					<th scope="col">{head[0]}</th>
					<th scope="col" className="number">
						{head[1]}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={keyOf(row)}>
						<th scope="row">
							<span
								className="bar"
								style={{ inlineSize: `${(figureOf(row) / largest) * 100}%` }}
								aria-hidden="true"
							/>
							{children(row)}
						</th>
						<td className="number">{format(figureOf(row))}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
