import type { ReactElement, ReactNode } from "react";
import { formatCount } from "../format/numbers.ts";
import { Disclosure } from "./disclosure.tsx";

export interface FoldedListProps {
	readonly className: string;
	/** Number of items before the fold. */
	readonly shown: number;
	/** Items of the list. */
	readonly children: readonly ReactNode[];
}

/** A list that renders its further items only when unfolded, so that the next content stays close. */
export function FoldedList({ className, shown, children }: FoldedListProps): ReactElement {
	const folded = children.slice(shown);
	return (
		<>
			<ul className={className}>{children.slice(0, shown)}</ul>
			{folded.length > 0 && (
				<Disclosure summary={`${formatCount(folded.length)} more`}>
					{() => <ul className={className}>{folded}</ul>}
				</Disclosure>
			)}
		</>
	);
}
