import type { ReactElement } from "react";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import type { PageData } from "../../shared/page/payload.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { useWords } from "../use-words.ts";
import { Sections } from "./sections.tsx";
import { ServerHtml } from "./server-html.tsx";
import { Sidebar } from "./sidebar.tsx";

export interface SiteHeaderProps {
	readonly navigation: PageNavigation;
	/** Absent on errors. */
	readonly page: Pick<PageData, "path" | "colorMode"> | undefined;
}

/**
 * The site's name, the navigation, and the tools of every page.
 *
 * The menu's disclosure is empty: when it is open, the styles show the element after it. So one
 * navigation serves all widths without JavaScript.
 */
export function SiteHeader({ navigation, page }: SiteHeaderProps): ReactElement {
	const word = useWords();
	return (
		<header className="site-header">
			<ServerHtml id="site-brand" />
			<details className="menu">
				<summary>{word("Menu")}</summary>
			</details>
			<div className="navigation">
				<Sections items={navigation.sections} path={page?.path} />
				<ServerHtml id="site-links" />
				<Sidebar items={navigation.sidebar} path={page?.path} />
			</div>
			<div className="site-tools">
				<ServerHtml id="site-aids" />
				<ColorModeControl isForced={page?.colorMode !== undefined} />
			</div>
		</header>
	);
}
