import type { ReactElement } from "react";
import { isWithin, type NavigationItem } from "../../shared/navigation.ts";
import { urlPath } from "../../shared/routes.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { useRuntimeConfig } from "../runtime-config.ts";
import { SocialLinks } from "./social-links.tsx";

export interface SiteHeaderProps {
	readonly sections: readonly NavigationItem[];
	/** Of the page that is shown; absent on errors. */
	readonly path: string | undefined;
}

/** Name of the site, its sections, and what is the same on every page. */
export function SiteHeader({ sections, path }: SiteHeaderProps): ReactElement {
	const { basePath, name } = useRuntimeConfig();
	return (
		<header className="site-header">
			<a className="site-name" href={urlPath(basePath, "/")}>
				{name}
			</a>
			{/* Empty on purpose: the styles show what follows it when it is open, here and below the header, so that one navigation serves every width, without JavaScript. */}
			<details key={path} className="menu">
				<summary>Menu</summary>
			</details>
			{sections.length > 0 && (
				<nav className="sections" aria-label="Sections">
					<ul>
						{sections.map((section) => (
							<li key={section.path ?? section.title}>
								<SectionLink section={section} path={path} basePath={basePath} />
							</li>
						))}
					</ul>
				</nav>
			)}
			<div className="site-tools">
				<SocialLinks />
				<ColorModeControl />
			</div>
		</header>
	);
}

interface SectionLinkProps extends Pick<SiteHeaderProps, "path"> {
	readonly section: NavigationItem;
	readonly basePath: string;
}

function SectionLink({ section, path, basePath }: SectionLinkProps): ReactElement {
	if (section.path === undefined) return <span>{section.title}</span>;
	const isCurrent = path !== undefined && isWithin(path, section.path);
	return (
		<a href={urlPath(basePath, section.path)} aria-current={isCurrent ? "true" : undefined}>
			{section.title}
		</a>
	);
}
