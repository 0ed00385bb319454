import { type ReactElement, type ReactNode, useState } from "react";
import { formatCount } from "../format/numbers.ts";

export interface FoldedListProps {
	readonly className: string;
	/** Number of items before the fold. */
	readonly shown: number;
	/** Items of the list. */
	readonly children: readonly ReactNode[];
}

/** A list that renders its further items only when unfolded, so that the next content stays close. */
export function FoldedList({ className, shown, children }: FoldedListProps): ReactElement {
	const [isOpen, setIsOpen] = useState(false);
	const folded = children.slice(shown);
	return (
		<>
			<ul className={className}>{children.slice(0, shown)}</ul>
			{folded.length > 0 && (
				<details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
					<summary>{formatCount(folded.length)} more</summary>
					{isOpen && <ul className={className}>{folded}</ul>}
				</details>
			)}
		</>
	);
}
