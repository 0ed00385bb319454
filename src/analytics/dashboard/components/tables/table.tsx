import type { ReactElement, ReactNode } from "react";

export interface TableProps {
	/** For those who do not see what the table stands below. */
	readonly caption: string;
	readonly columns: readonly TableColumn[];
	readonly className?: string;
	/** Of another question, until the answer to this one has come. */
	readonly isOutdated?: boolean;
	/** One or several `tbody`. */
	readonly children: ReactNode;
}

export interface TableColumn {
	readonly label: string;
	readonly isNumber?: boolean;
	/** Shown in place of the label. */
	readonly head?: ReactNode;
	readonly sort?: "descending" | "none";
}

/** What scrolls by itself must take the focus to be scrolled without a pointer. */
export const REACHED_BY_KEYBOARD = { tabIndex: 0 } as const;

/** A table that scrolls sideways by itself. */
export function Table(props: TableProps): ReactElement {
	const { caption, columns, className = "", isOutdated = false, children } = props;
	return (
		<div
			className={isOutdated ? "table-scroll answer-outdated" : "table-scroll"}
			{...REACHED_BY_KEYBOARD}
		>
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
