import type { ReactElement, ReactNode } from "react";

export interface FactsProps {
	/** Values by name; a name with the value `undefined` is hidden. */
	readonly facts: Readonly<Record<string, ReactNode>>;
	readonly isWide?: boolean;
}

/** A list of names and values. */
export function Facts({ facts, isWide = false }: FactsProps): ReactElement {
	return (
		<dl className={isWide ? "facts facts-wide" : "facts"}>
			{Object.entries(facts).map(
				([name, value]) =>
					value !== undefined && (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					),
			)}
		</dl>
	);
}
