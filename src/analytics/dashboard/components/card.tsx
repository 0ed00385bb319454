import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useId } from "react";
import { Answered } from "./answered.tsx";
import { Empty } from "./state-notices.tsx";

export interface CardProps {
	readonly title: string;
	/** Tabs or buttons next to the title. */
	readonly tools?: ReactNode;
	readonly className?: string;
	readonly children: ReactNode;
}

/** A part of a screen with its own heading. */
export function Card({ title, tools, className = "", children }: CardProps): ReactElement {
	const id = useId();
	return (
		<section className={`card ${className}`} aria-labelledby={id}>
			<header className="card-header">
				<h2 id={id}>{title}</h2>
				{tools}
			</header>
			{children}
		</section>
	);
}

export interface RowsCardProps<Answer, Row> {
	readonly title: string;
	/** Name of the data, such as `the searches`. */
	readonly what: string;
	readonly query: UseQueryResult<Answer>;
	readonly rowsOf: (answer: Answer) => readonly Row[];
	/** Shown without rows; the text explains the next step, or which rows appear here. */
	readonly empty: readonly [title: string, text: ReactNode];
	readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A card with rows of a response, or with its empty state. */
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
