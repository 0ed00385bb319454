import type { ReactElement } from "react";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { useRuntimeConfig } from "../runtime-config.ts";
import { SearchBox } from "./search-box.tsx";
import { Sections } from "./sections.tsx";
import { Sidebar } from "./sidebar.tsx";
import { SocialLinks } from "./social-links.tsx";

export interface SiteHeaderProps {
	readonly navigation: PageNavigation;
	/** Of the page that is shown; absent on errors. */
	readonly path: string | undefined;
}

/**
 * The site's name, the ways through it, and what is the same on every page.
 *
 * The menu's disclosure is empty on purpose: the styles show what follows it when it is
 * open. So one navigation serves every width, and phones need no JavaScript for it.
 */
export function SiteHeader({ navigation, path }: SiteHeaderProps): ReactElement {
	const { basePath, name } = useRuntimeConfig();
	return (
		<header className="site-header">
			<a className="site-name" href={urlPath(basePath, "/")}>
				{name}
			</a>
			<details className="menu">
				<summary>Menu</summary>
			</details>
			<div className="navigation">
				<Sections items={navigation.sections} path={path} />
				<Sidebar items={navigation.sidebar} path={path} />
			</div>
			<div className="site-tools">
				<SearchBox />
				<SocialLinks />
				<ColorModeControl />
			</div>
		</header>
	);
}
