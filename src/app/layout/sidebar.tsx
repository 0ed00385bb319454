import type { ReactElement } from "react";
import { useWords } from "../runtime-config.ts";
import { useShownPage, useView } from "../view.ts";
import { NavigationList } from "./navigation-list.tsx";

/** The pages of the section; on phones the header's menu shows it. */
export function Sidebar(): ReactElement | undefined {
	const word = useWords();
	const items = useView().navigation.sidebar;
	const path = useShownPage()?.path;
	if (items.length === 0) return undefined;
	return (
		<nav className="sidebar" aria-label={word("Pages")}>
			<NavigationList items={items} path={path} />
		</nav>
	);
}
