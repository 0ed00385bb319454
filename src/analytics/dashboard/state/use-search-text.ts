import { useState } from "react";
import { useParameter } from "./use-parameter.ts";

/**
 * What is written into a search field, and into the address with it.
 *
 * The field is ahead of the address: a navigation may wait for other work, and a field that
 * waits for it would lose letters.
 */
export function useSearchText(): readonly [text: string, write: (text: string) => void] {
	const [shown, show] = useParameter("search");
	const [text, setText] = useState(shown);
	return [
		text,
		(text) => {
			setText(text);
			show(text);
		},
	];
}
