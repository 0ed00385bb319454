import type { ReactElement, ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface Chip {
	readonly key: string;
	readonly content: ReactNode;
	/** Accessible name of the button that removes the chip. */
	readonly removeLabel: string;
	readonly onRemove: () => void;
}

export interface ChipsProps {
	readonly label: string;
	readonly chips: readonly Chip[];
}

/** A row of chosen items, each with a button that removes it. */
export function Chips({ label, chips }: ChipsProps): ReactElement | undefined {
	if (chips.length === 0) return undefined;
	return (
		<ul className="chips" aria-label={label}>
			{chips.map(({ key, content, removeLabel, onRemove }) => (
				<li key={key} className="chip">
					{content}
					<button type="button" className="chip-remove" aria-label={removeLabel} onClick={onRemove}>
						<Icon name="close" />
					</button>
				</li>
			))}
		</ul>
	);
}
