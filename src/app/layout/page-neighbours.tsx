import type { ReactElement } from "react";
import type { PageLink } from "../../shared/page/navigation.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

export interface PageNeighboursProps {
	readonly previous: PageLink | undefined;
	readonly next: PageLink | undefined;
}

/** The way through the pages in their order. */
export function PageNeighbours({ previous, next }: PageNeighboursProps): ReactElement | undefined {
	if (previous === undefined && next === undefined) return undefined;
	return (
		<nav className="neighbours" aria-label="Previous and next page">
			{previous !== undefined && <NeighbourLink rel="prev" label="Previous" page={previous} />}
			{next !== undefined && <NeighbourLink rel="next" label="Next" page={next} />}
		</nav>
	);
}

interface NeighbourLinkProps {
	readonly rel: "prev" | "next";
	readonly label: string;
	readonly page: PageLink;
}

function NeighbourLink({ rel, label, page }: NeighbourLinkProps): ReactElement {
	const { basePath } = useRuntimeConfig();
	return (
		<a className={`neighbour neighbour-${rel}`} rel={rel} href={urlPath(basePath, page.path)}>
			<span className="neighbour-label">{label}</span>
			<span className="neighbour-title">{page.title}</span>
		</a>
	);
}
