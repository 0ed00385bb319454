import { type ReactElement, type ReactNode, useState } from "react";
import { formatCount } from "../format/numbers.ts";

export interface ProblemProps {
	readonly name: string;
	readonly hint?: string | undefined;
	/** Count with its noun. */
	readonly figure: string;
	/** Renders the details when they are opened. */
	readonly children?: () => ReactNode;
}

/** A row of a list of problems; it opens if there are details. */
export function Problem({ name, hint, figure, children }: ProblemProps): ReactElement {
	const [isOpen, setIsOpen] = useState(false);
	const line = (
		<>
			<span className="problem-name">{name}</span>
			{hint !== undefined && <span className="problem-hint">{hint}</span>}
			<span className="number">{figure}</span>
		</>
	);
	if (children === undefined) return <li>{line}</li>;
	return (
		<li>
			<details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
				<summary>{line}</summary>
				<div className="problem-body">{isOpen && children()}</div>
			</details>
		</li>
	);
}

/** Names with their counts. */
export function CountList({
	rows,
}: {
	readonly rows: readonly (readonly [name: string, count: number | null])[];
}): ReactElement {
	return (
		<ul className="plain-list">
			{rows.map(([name, count]) => (
				<li key={name}>
					<span>{name}</span>
					<span className="number">{formatCount(count)}</span>
				</li>
			))}
		</ul>
	);
}
