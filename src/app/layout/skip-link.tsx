import type { ReactElement } from "react";

/** The first thing that the Tab key reaches. */
export function SkipLink(): ReactElement {
	return (
		<a className="skip-link" href="#main">
			Skip to content
		</a>
	);
}
