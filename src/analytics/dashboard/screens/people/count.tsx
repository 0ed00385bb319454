import type { ReactElement, ReactNode } from "react";
import { formatCount } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";

export interface CountProps {
	readonly count: number;
	readonly one: string;
	readonly many: string;
	readonly names?: readonly string[];
	/** Behind the words. */
	readonly children?: ReactNode;
}

/** How many of something, as an item of a list. */
export function Count({ count, one, many, names = [], children }: CountProps): ReactElement {
	const shown = names.slice(0, SHOWN_NAMES).map(visibleText);
	const rest = names.length > SHOWN_NAMES ? [`${names.length - SHOWN_NAMES} more`] : [];
	return (
		<li>
			<strong>{formatCount(count)}</strong> {count === 1 ? one : many}
			{names.length > 0 && `: ${[...shown, ...rest].join(", ")}`}
			{children}
		</li>
	);
}

/** A person can have thousands of ids. */
const SHOWN_NAMES = 20;
