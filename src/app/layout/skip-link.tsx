import type { ReactElement } from "react";
import { useWords } from "../use-words.ts";

/** The first thing that the Tab key reaches. */
export function SkipLink(): ReactElement {
	const word = useWords();
	return (
		<a className="skip-link" href="#main">
			{word("Skip to content")}
		</a>
	);
}
