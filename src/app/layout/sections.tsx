import type { ReactElement } from "react";
import { isWithin, type NavigationItem } from "../../shared/page/navigation.ts";
import { PathLink } from "../components/path-link.tsx";
import { useWords } from "../runtime-config.ts";
import { useShownPage, useView } from "../view.ts";
import { LookAnchor } from "./look-anchor.tsx";

/** More sections do not fit into the header. */
export const MAX_SECTIONS_SHOWN = 8;

/** Top-level sections of the site. */
export function Sections(): ReactElement | undefined {
	const items = useView().navigation.sections;
	const path = useShownPage()?.path;
	const word = useWords();
	if (items.length === 0) return undefined;
	const isLong = items.length > MAX_SECTIONS_SHOWN;
	// The section of the page is always visible.
	const current = isLong ? items.findIndex((section) => isCurrent(section, path)) : -1;
	const first = items.slice(0, isLong ? MAX_SECTIONS_SHOWN - 1 : MAX_SECTIONS_SHOWN);
	const active = items[current];
	const shown =
		current < first.length || active === undefined ? first : [...first.slice(1), active];
	const list = (sections: readonly NavigationItem[]): readonly ReactElement[] =>
		sections.map((section) => (
			<li key={section.path ?? section.url ?? section.title}>{linkTo(section, path)}</li>
		));
	return (
		<nav className="sections" aria-label={word("Sections")}>
			<ul className="section-list">{list(shown)}</ul>
			{isLong && (
				<>
					<details className="more">
						<summary>{word("More")}</summary>
					</details>
					<ul className="more-list">{list(items.filter((section) => !shown.includes(section)))}</ul>
				</>
			)}
		</nav>
	);
}

/** @param path Path of the shown page. */
function linkTo(section: NavigationItem, path: string | undefined): ReactElement {
	const { title, url } = section;
	if (url !== undefined) return <LookAnchor label={title} url={url} />;
	if (section.path === undefined) return <span>{title}</span>;
	return (
		<PathLink path={section.path} aria-current={isCurrent(section, path) ? "true" : undefined}>
			{section.title}
		</PathLink>
	);
}

function isCurrent(
	{ path: own, folder = own, isCurrent: isMarked }: NavigationItem,
	path: string | undefined,
): boolean {
	return isMarked ?? (path !== undefined && folder !== undefined && isWithin(path, folder));
}
