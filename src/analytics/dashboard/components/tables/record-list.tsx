import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { useMay } from "../../api/use-role.ts";
import { Answered } from "../answered.tsx";
import { RemoveButton, type RemoveButtonProps } from "../dialogs/remove-button.tsx";
import { Empty } from "../state-notices.tsx";
import { type RowColumn, RowTable } from "./table.tsx";

export interface RecordListProps<Row> {
	/** Such as `Share links`; also the caption. */
	readonly title: string;
	readonly query: UseQueryResult<{ readonly results: readonly Row[] }>;
	/** What to do where there are no rows. */
	readonly empty: string;
	readonly nameOf: (row: Row) => string;
	/** The first one names the row. */
	readonly columns: readonly RowColumn<Row>[];
	readonly removal: Removal<Row>;
	/** Other buttons of a row. */
	readonly tools?: (row: Row) => ReactNode;
}

export interface Removal<Row> extends Pick<RemoveButtonProps, "warning" | "refreshes" | "isTyped"> {
	readonly verb: "Delete" | "Revoke";
	readonly pathOf: (row: Row) => string;
	/** Shown in place of the button of a row that stays. */
	readonly stays?: (row: Row) => ReactNode;
	readonly onDone?: (row: Row) => void;
}

/** Records that were made here, each with a button that removes it after a question. */
export function RecordList<Row>(props: RecordListProps<Row>): ReactElement {
	const { title, query, empty, nameOf, columns, removal, tools } = props;
	const { stays, pathOf, onDone, ...common } = removal;
	const { verb } = common;
	const hasButtons = useMay("editor");
	const buttons: RowColumn<Row> = {
		label: verb,
		head: <span className="visually-hidden">{verb}</span>,
		cell: (row) => (
			<span className="cell-line">
				{tools?.(row)}
				{stays?.(row) ?? (
					<RemoveButton
						{...common}
						name={nameOf(row)}
						path={pathOf(row)}
						onDone={() => onDone?.(row)}
					/>
				)}
			</span>
		),
	};
	return (
		<Answered what={`the ${title.toLowerCase()}`} query={query}>
			{({ results }) =>
				results.length === 0 ? (
					<Empty title={`No ${title.toLowerCase()} yet`}>{empty}</Empty>
				) : (
					<RowTable
						caption={title}
						className="table-stacked"
						columns={hasButtons ? [...columns, buttons] : columns}
						rows={results}
						keyOf={(_row, index) => index}
					/>
				)
			}
		</Answered>
	);
}
