import type { ReactElement } from "react";
import type { PageNavigation } from "../../shared/page/navigation.ts";
import type { PageData } from "../../shared/page/payload.ts";
import { ColorModeControl } from "../components/color-mode-control.tsx";
import { useWords } from "../use-words.ts";
import { Banner } from "./banner.tsx";
import { Brand } from "./brand.tsx";
import { HeaderLinks } from "./header-links.tsx";
import { SearchBox } from "./search-box.tsx";
import { Sections } from "./sections.tsx";
import { Sidebar } from "./sidebar.tsx";
import { SocialLinks } from "./social-links.tsx";

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
			<div id="site-brand">
				<Banner />
				<Brand home={navigation.home} />
			</div>
			<details className="menu">
				<summary>{word("Menu")}</summary>
			</details>
			<div className="navigation">
				<Sections items={navigation.sections} path={page?.path} />
				<div id="site-links">
					<HeaderLinks />
				</div>
				<Sidebar items={navigation.sidebar} path={page?.path} />
			</div>
			<div className="site-tools">
				<div id="site-aids">
					<SearchBox home={navigation.home} />
					<SocialLinks />
				</div>
				<ColorModeControl isForced={page?.colorMode !== undefined} />
			</div>
		</header>
	);
}
