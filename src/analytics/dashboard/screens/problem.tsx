import type { ReactElement, ReactNode } from "react";
import { Disclosure } from "../components/disclosure.tsx";
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
			<Disclosure summary={line}>
				{() => <div className="problem-body">{children()}</div>}
			</Disclosure>
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
