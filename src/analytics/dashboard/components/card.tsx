import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useId } from "react";
import { Answered } from "./answered.tsx";
import { Empty } from "./state-notices.tsx";

export interface CardProps {
	readonly title: string;
	/** Beside the title: tabs, buttons. */
	readonly tools?: ReactNode;
	readonly className?: string;
	readonly children: ReactNode;
}

/** A part of a screen with a heading of its own. */
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
