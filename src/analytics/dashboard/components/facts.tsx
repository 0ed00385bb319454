import type { ReactElement, ReactNode } from "react";

export interface FactsProps {
	/** `undefined`: there is nothing to say of it. */
	readonly facts: Readonly<Record<string, ReactNode>>;
	readonly isWide?: boolean;
}

/** Names with what is known under each. */
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
