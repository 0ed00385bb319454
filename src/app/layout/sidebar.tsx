import type { ReactElement } from "react";
import type { NavigationItem } from "../../shared/page/navigation.ts";
import { useWords } from "../use-words.ts";
import { NavigationList } from "./navigation-list.tsx";

export interface SidebarProps {
	readonly items: readonly NavigationItem[];
	/** Of the page that is shown; absent on errors. */
	readonly path: string | undefined;
}

/** The pages of the section; on phones the header's menu shows it. */
export function Sidebar({ items, path }: SidebarProps): ReactElement | undefined {
	const word = useWords();
	if (items.length === 0) return undefined;
	return (
		<nav className="sidebar" aria-label={word("Pages")}>
			<NavigationList items={items} path={path} />
		</nav>
	);
}
