import type { ReactElement } from "react";
import { useLook } from "../use-look.ts";
import { useWords } from "../use-words.ts";

/** The operator's announcement above every page. */
export function Banner(): ReactElement | undefined {
	const { banner } = useLook();
	const word = useWords();
	if (banner === undefined) return undefined;
	const { text, url } = banner;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a section gets its role by its name only in some screen readers.
		<div className="banner" role="region" aria-label={word("Announcement")}>
			<p>{url === undefined ? text : <a href={url}>{text}</a>}</p>
		</div>
	);
}
