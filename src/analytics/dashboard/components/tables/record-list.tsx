import type { ReactElement, ReactNode } from "react";
import type { Listed } from "../../../api-types/answer-of.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useMay } from "../../api/use-role.ts";
import { Answered } from "../answered.tsx";
import { RemoveButton, type RemoveButtonProps } from "../dialogs/remove-button.tsx";
import { Empty } from "../state-notices.tsx";
import { type RowColumn, RowTable } from "./table.tsx";

/** Identifier of a record in the API; some records have a key in addition to their id. */
type Identified = { readonly id: string | number } | { readonly key: string };

export interface RecordListProps<Row> {
	/** Title and caption, such as `Share links`. */
	readonly title: string;
	/** Path of the list; the path of a row appends its id or key. */
	readonly path: string;
	/** Advice shown without rows. */
	readonly empty: string;
	readonly nameOf: (row: Row) => string;
	/** Columns; the cell of the first column names the row. */
	readonly columns: readonly RowColumn<Row>[];
	readonly removal: Pick<RemoveButtonProps, "verb" | "warning" | "isTyped"> & {
		/** Query parameters of the request. */
		readonly query?: (row: Row) => URLSearchParams;
		/** Shown instead of the button for a row that cannot be removed. */
		readonly stays?: (row: Row) => ReactNode;
		readonly onDone?: (row: Row) => void;
	};
	/** Other buttons of a row. */
	readonly tools?: (row: Row) => ReactNode;
}

/** Records of the dashboard, each with a button that removes it after a confirmation. */
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
