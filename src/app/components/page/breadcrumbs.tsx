import type { ReactElement } from "react";
import type { PageLink } from "../../../shared/page/navigation.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../../runtime-config.ts";
import { useWords } from "../../use-words.ts";

export interface BreadcrumbsProps {
	/** Below the home page. */
	readonly links: readonly PageLink[];
}

/** The way from the home page to the folder of the page. */
export function Breadcrumbs({ links }: BreadcrumbsProps): ReactElement {
	const { basePath } = useRuntimeConfig();
	const word = useWords();
	return (
		<nav className="breadcrumbs" aria-label={word("Breadcrumbs")}>
			<ol>
				{[{ path: "/", title: word("Home") }, ...links].map(({ path, title }) => (
					<li key={path}>
						<a href={urlPath(basePath, path)}>{title}</a>
					</li>
				))}
			</ol>
		</nav>
	);
}
