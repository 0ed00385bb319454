import type { ReactElement, ReactNode } from "react";
import { Time } from "../time.tsx";

export interface TableProps {
	/** Only for screen readers. */
	readonly caption: string;
	readonly columns: readonly TableColumn[];
	readonly className?: string;
	/** A `tbody`, or several. */
	readonly children: ReactNode;
}

export interface TableColumn {
	readonly label: string;
	readonly isNumber?: boolean;
	/** Replaces the label. */
	readonly head?: ReactNode;
	readonly sort?: "descending" | "none";
}

/** A scroll container must be focusable, so that keyboards can scroll it. */
export const REACHED_BY_KEYBOARD = { tabIndex: 0 } as const;

/** A table in a container that scrolls horizontally. */
export function Table(props: TableProps): ReactElement {
	const { caption, columns, className = "", children } = props;
	return (
		<div className="table-scroll" {...REACHED_BY_KEYBOARD}>
			<table className={`table ${className}`}>
				<caption className="visually-hidden">{caption}</caption>
				<thead>
					<tr>
						{columns.map(({ label, isNumber = false, head, sort }) => (
							<th
								key={label}
								scope="col"
								className={isNumber ? "number" : undefined}
								aria-sort={sort}
							>
								{head ?? label}
							</th>
						))}
					</tr>
				</thead>
				{children}
			</table>
		</div>
	);
}

export interface RowColumn<Row> extends TableColumn {
	readonly cell: (row: Row) => ReactNode;
	readonly className?: string;
}

/** A column of timestamps. @param none Shown for an absent timestamp. */
export function timeColumn<Row>(
	label: string,
	timeOf: (row: Row) => string | null,
	none = "Never",
): RowColumn<Row> {
	const cell = (row: Row): ReactNode => {
		const at = timeOf(row);
		return at === null ? none : <Time at={at} />;
	};
	return { label, className: "nowrap", cell };
}

export interface RowTableProps<Row> extends Omit<TableProps, "columns" | "children"> {
	/** Columns; the cell of the first column names the row. */
	readonly columns: readonly RowColumn<Row>[];
	readonly rows: readonly Row[];
}

/** A table whose columns render their cells. On a phone, each cell shows the label of its column. */
export function RowTable<Row>({ rows, ...table }: RowTableProps<Row>): ReactElement {
	const [first, ...others] = table.columns;
	return (
		<Table {...table}>
			<tbody>
				{rows.map((row, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same.
					<tr key={index}>
						<th scope="row" className={first?.className}>
							{first?.cell(row)}
						</th>
						{others.map(({ label, isNumber = false, className, head, cell }) => (
							<td
								key={label}
								className={isNumber ? "number" : className}
								data-label={head === undefined ? label : undefined}
							>
								{cell(row)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</Table>
	);
}

/** Makes every column but the first one a column of numbers. */
export function withNumbers<Row>(columns: readonly RowColumn<Row>[]): readonly RowColumn<Row>[] {
	return columns.map((column, index) => (index === 0 ? column : { ...column, isNumber: true }));
}
