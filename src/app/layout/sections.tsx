import type { ReactElement } from "react";
import { isWithin, type NavigationItem } from "../../shared/page/navigation.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

export interface SectionsProps {
	readonly items: readonly NavigationItem[];
	/** Of the page that is shown; absent on errors. */
	readonly path: string | undefined;
}

/** The top level of the site. */
export function Sections({ items, path }: SectionsProps): ReactElement | undefined {
	const { basePath } = useRuntimeConfig();
	if (items.length === 0) return undefined;
	return (
		<nav className="sections" aria-label="Sections">
			<ul className="section-list">
				{items.map((section) => (
					<li key={section.path ?? section.title}>
						<SectionLink section={section} path={path} basePath={basePath} />
					</li>
				))}
			</ul>
		</nav>
	);
}

interface SectionLinkProps extends Pick<SectionsProps, "path"> {
	readonly section: NavigationItem;
	readonly basePath: string;
}

function SectionLink({ section, path, basePath }: SectionLinkProps): ReactElement {
	if (section.path === undefined) return <span>{section.title}</span>;
	const isCurrent =
		section.isCurrent ?? (path !== undefined && isWithin(path, section.folder ?? section.path));
	return (
		<a href={urlPath(basePath, section.path)} aria-current={isCurrent ? "true" : undefined}>
			{section.title}
		</a>
	);
}
