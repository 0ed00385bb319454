import type { ReactElement } from "react";
import { isWithin, type NavigationItem } from "../../shared/page/navigation.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../runtime-config.ts";
import { useWords } from "../use-words.ts";

export interface SectionsProps {
	readonly items: readonly NavigationItem[];
	/** Of the page that is shown; absent on errors. */
	readonly path: string | undefined;
}

/** More sections do not fit into the header. */
export const MAX_SECTIONS_SHOWN = 8;

/** The top level of the site. */
export function Sections({ items, path }: SectionsProps): ReactElement | undefined {
	const word = useWords();
	const { basePath } = useRuntimeConfig();
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
			<li key={section.path ?? section.title}>
				<SectionLink section={section} path={path} basePath={basePath} />
			</li>
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

interface SectionLinkProps extends Pick<SectionsProps, "path"> {
	readonly section: NavigationItem;
	readonly basePath: string;
}

function SectionLink({ section, path, basePath }: SectionLinkProps): ReactElement {
	if (section.path === undefined) return <span>{section.title}</span>;
	return (
		<a
			href={urlPath(basePath, section.path)}
			aria-current={isCurrent(section, path) ? "true" : undefined}
		>
			{section.title}
		</a>
	);
}

function isCurrent(
	{ path: own, folder = own, isCurrent: isMarked }: NavigationItem,
	path: string | undefined,
): boolean {
	return isMarked ?? (path !== undefined && folder !== undefined && isWithin(path, folder));
}
