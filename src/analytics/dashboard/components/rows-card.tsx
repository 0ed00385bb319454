import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Answered } from "./answered.tsx";
import { Card } from "./card.tsx";
import { Empty } from "./state-notices.tsx";

export interface RowsCardProps<Answer, Row> {
	readonly title: string;
	/** Such as `the searches`. */
	readonly what: string;
	readonly query: UseQueryResult<Answer>;
	readonly rowsOf: (answer: Answer) => readonly Row[];
	/** Shown without rows; the text says what to do next, or what would be here. */
	readonly empty: readonly [title: string, text: ReactNode];
	readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A card with a part of an answer, or with its empty state. */
export function RowsCard<Answer, Row>(props: RowsCardProps<Answer, Row>): ReactElement {
	const { title, what, query, rowsOf, empty, children } = props;
	return (
		<Card title={title}>
			<Answered what={what} query={query}>
				{(answer) => {
					const rows = rowsOf(answer);
					if (rows.length > 0) return children(rows);
					return <Empty title={empty[0]}>{empty[1]}</Empty>;
				}}
			</Answered>
		</Card>
	);
}
