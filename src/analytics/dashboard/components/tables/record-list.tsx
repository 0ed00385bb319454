import type { ReactElement, ReactNode } from "react";
import type { Listed } from "../../../wire/dashboard/answer-of.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useMay } from "../../api/use-role.ts";
import { Answered } from "../answered.tsx";
import { RemoveButton, type RemoveButtonProps } from "../dialogs/remove-button.tsx";
import { Empty } from "../state-notices.tsx";
import { type RowColumn, RowTable } from "./table.tsx";

/** What the service knows a record by; some have a key besides their id. */
type Identified = { readonly id: string | number } | { readonly key: string };

export interface RecordListProps<Row> {
	/** Such as `Share links`; also the caption. */
	readonly title: string;
	/** Of the list; that of a row goes on with its id or key. */
	readonly path: string;
	/** What to do where there are no rows. */
	readonly empty: string;
	readonly nameOf: (row: Row) => string;
	/** The first one names the row. */
	readonly columns: readonly RowColumn<Row>[];
	readonly removal: Pick<RemoveButtonProps, "verb" | "warning" | "isTyped"> & {
		/** Added to the path. */
		readonly query?: (row: Row) => URLSearchParams;
		/** Shown in place of the button of a row that stays. */
		readonly stays?: (row: Row) => ReactNode;
		readonly onDone?: (row: Row) => void;
	};
	/** Other buttons of a row. */
	readonly tools?: (row: Row) => ReactNode;
}

/** Records that were made here, each with a button that removes it after a question. */
export function RecordList<Row extends Identified>(props: RecordListProps<Row>): ReactElement {
	const { title, path, empty, nameOf, columns, removal, tools } = props;
	const { stays, query, onDone, ...common } = removal;
	const { verb = "Delete" } = common;
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
						path={`${path}/${encodeURIComponent("id" in row ? row.id : row.key)}?${query?.(row) ?? ""}`}
						refreshes={path}
						onDone={() => onDone?.(row)}
					/>
				)}
			</span>
		),
	};
	return (
		<Answered what={`the ${title.toLowerCase()}`} query={useAnswer<Listed<Row>>(path)}>
			{({ results }) =>
				results.length === 0 ? (
					<Empty title={`No ${title.toLowerCase()} yet`}>{empty}</Empty>
				) : (
					<RowTable
						caption={title}
						className="table-stacked"
						columns={hasButtons ? [...columns, buttons] : columns}
						rows={results}
					/>
				)
			}
		</Answered>
	);
}
