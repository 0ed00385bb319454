import type { ReactElement } from "react";
import { type MarkedText, markedParts } from "../../shared/search.ts";

/** A text with its found words marked. */
export function Marked({ text }: { readonly text: MarkedText }): (ReactElement | string)[] {
	return markedParts(text).map(({ text: part, isMarked }, index) =>
		// biome-ignore lint/suspicious/noArrayIndexKey: a text has nothing else, and its parts do not move.
		isMarked ? <mark key={index}>{part}</mark> : part,
	);
}
