import type { ReactElement } from "react";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { useWords } from "../use-words.ts";
import { Kept } from "./kept.tsx";
import { Sections } from "./sections.tsx";
import { Sidebar } from "./sidebar.tsx";

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
	const word = useWords();
	return (
		<header className="site-header">
			<Kept id="site-brand" />
			<details className="menu">
				<summary>{word("Menu")}</summary>
			</details>
			<div className="navigation">
				<Sections items={navigation.sections} path={path} />
				<Kept id="site-links" />
				<Sidebar items={navigation.sidebar} path={path} />
			</div>
			<div className="site-tools">
				<Kept id="site-aids" />
				<ColorModeControl />
			</div>
		</header>
	);
}
