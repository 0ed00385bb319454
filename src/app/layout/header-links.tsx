import type { ReactElement } from "react";
import type { HeaderLink } from "../../shared/page/site-look.ts";
import { useLook, useWords } from "../runtime-config.ts";
import { LookAnchor } from "./look-anchor.tsx";

/** The operator's links beside the sections. */
export function HeaderLinks(): ReactElement | undefined {
	const { headerLinks } = useLook();
	const word = useWords();
	if (headerLinks.length === 0) return undefined;
	return (
		<nav className="sections" aria-label={word("Links")}>
			<ul className="section-list">{headerLinks.map(renderEntry)}</ul>
		</nav>
	);
}

function renderEntry(entry: HeaderLink): ReactElement {
	if (!("links" in entry)) {
		return (
			<li key={entry.label}>
				<LookAnchor {...entry} />
			</li>
		);
	}
	return (
		<li key={entry.label}>
			<details className="more">
				<summary>{entry.label}</summary>
			</details>
			<ul className="more-list">{entry.links.map(renderEntry)}</ul>
		</li>
	);
}
