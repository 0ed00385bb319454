import type { ReactElement } from "react";
import type { MarkedText } from "../../shared/search.ts";

/** A text with its found words marked. */
export function Marked({ text }: { readonly text: MarkedText }): (ReactElement | string)[] {
	return markedParts(text).map(({ text: part, isMarked }, index) =>
		// biome-ignore lint/suspicious/noArrayIndexKey: a text has nothing else, and its parts do not move.
		isMarked ? <mark key={index}>{part}</mark> : part,
	);
}

/** Splits a marked text into its marked and unmarked parts. */
function markedParts({
	text,
	marks,
}: MarkedText): readonly { readonly text: string; readonly isMarked: boolean }[] {
	const parts: { text: string; isMarked: boolean }[] = [];
	let last = 0;
	for (const [start, end] of marks) {
		if (start > last) parts.push({ text: text.slice(last, start), isMarked: false });
		parts.push({ text: text.slice(start, end), isMarked: true });
		last = end;
	}
	if (last < text.length) parts.push({ text: text.slice(last), isMarked: false });
	return parts;
}
