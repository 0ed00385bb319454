import type { ReactElement } from "react";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import type { PageData } from "../../shared/page/payload.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { useWords } from "../use-words.ts";
import { Kept } from "./kept.tsx";
import { Sections } from "./sections.tsx";
import { Sidebar } from "./sidebar.tsx";

export interface SiteHeaderProps {
	readonly navigation: PageNavigation;
	/** Absent on errors. */
	readonly page: Pick<PageData, "path" | "colorMode"> | undefined;
}

/**
 * The site's name, the ways through it, and what is the same on every page.
 *
 * The menu's disclosure is empty on purpose: the styles show what follows it when it is
 * open. So one navigation serves every width, and phones need no JavaScript for it.
 */
export function SiteHeader({ navigation, page }: SiteHeaderProps): ReactElement {
	const word = useWords();
	return (
		<header className="site-header">
			<Kept id="site-brand" />
			<details className="menu">
				<summary>{word("Menu")}</summary>
			</details>
			<div className="navigation">
				<Sections items={navigation.sections} path={page?.path} />
				<Kept id="site-links" />
				<Sidebar items={navigation.sidebar} path={page?.path} />
			</div>
			<div className="site-tools">
				<Kept id="site-aids" />
				<ColorModeControl isForced={page?.colorMode !== undefined} />
			</div>
		</header>
	);
}
