import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useState } from "react";
import { request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../answered.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
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

export interface Removal<Row> {
	readonly verb: "Delete" | "Revoke";
	/** What is lost. */
	readonly warning: string;
	readonly pathOf: (row: Row) => string;
	/** Everything below this path is fetched again. */
	readonly refreshes: string;
	/** Shown in place of the button of a row that stays. */
	readonly stays?: (row: Row) => ReactNode;
	/** Whether the name must be typed. */
	readonly isTyped?: boolean;
	readonly onDone?: (row: Row) => void;
}

/** Records that were made here, each with a button that removes it after a question. */
export function RecordList<Row>(props: RecordListProps<Row>): ReactElement {
	const { title, query, empty, nameOf, columns, removal, tools } = props;
	const { verb, stays } = removal;
	const [removed, setRemoved] = useState<Row>();
	const buttons: RowColumn<Row> = {
		label: verb,
		head: <span className="visually-hidden">{verb}</span>,
		cell: (row) => (
			<span className="cell-line">
				{tools?.(row)}
				{stays?.(row) ?? (
					<button type="button" className="tool tool-danger" onClick={() => setRemoved(row)}>
						{verb}
						<span className="visually-hidden"> {nameOf(row)}</span>
					</button>
				)}
			</span>
		),
	};
	return (
		<>
			<Answered what={`the ${title.toLowerCase()}`} query={query}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title={`No ${title.toLowerCase()} yet`}>
							<p>{empty}</p>
						</Empty>
					) : (
						<RowTable
							caption={title}
							className="table-stacked"
							columns={[...columns, buttons]}
							rows={results}
							keyOf={(_row, index) => index}
						/>
					)
				}
			</Answered>
			{removed !== undefined && (
				<RemoveDialog
					row={removed}
					name={nameOf(removed)}
					removal={removal}
					onClose={() => setRemoved(undefined)}
				/>
			)}
		</>
	);
}

interface RemoveDialogProps<Row> {
	readonly row: Row;
	readonly name: string;
	readonly removal: Removal<Row>;
	readonly onClose: () => void;
}

function RemoveDialog<Row>({ row, name, removal, onClose }: RemoveDialogProps<Row>): ReactElement {
	const { verb, warning, pathOf, refreshes, isTyped, onDone } = removal;
	const change = useChange(() => request(pathOf(row), { method: "DELETE" }), {
		refreshes,
		onDone: () => {
			onDone?.(row);
			onClose();
		},
	});
	return (
		<ConfirmDialog
			title={`${verb} ${name}?`}
			action={verb}
			{...(isTyped === true ? { word: name } : {})}
			change={change}
			onClose={onClose}
		>
			<p>{warning}</p>
		</ConfirmDialog>
	);
}
