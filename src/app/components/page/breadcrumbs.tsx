import type { ReactElement } from "react";
import type { PageLink } from "../../../shared/page/navigation.ts";
import { useWords } from "../../runtime-config.ts";
import { PathLink } from "../path-link.tsx";

export interface BreadcrumbsProps {
	/** Below the home page. */
	readonly links: readonly PageLink[];
}

/** The way from the home page to the folder of the page. */
export function Breadcrumbs({ links }: BreadcrumbsProps): ReactElement {
	const word = useWords();
	return (
		<nav className="breadcrumbs" aria-label={word("Breadcrumbs")}>
			<ol>
				{[{ path: "/", title: word("Home") }, ...links].map(({ path, title }) => (
					<li key={path}>
						<PathLink path={path}>{title}</PathLink>
					</li>
				))}
			</ol>
		</nav>
	);
}
