import type { ReactElement } from "react";
import type { NavigationItem } from "../../shared/page/navigation.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { Drawing } from "../components/icon.tsx";
import { useRuntimeConfig, useWords } from "../runtime-config.ts";
import { useShownPage, useView } from "../view.ts";
import { LookAnchor } from "./look-anchor.tsx";

/** The pages of the section; on phones, the header's menu contains it. */
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

interface NavigationListProps {
	readonly items: readonly NavigationItem[];
	/** Path of the shown page; absent on errors. */
	readonly path: string | undefined;
}

/** A list of links, with the lists below them. */
function NavigationList({ items, path }: NavigationListProps): ReactElement {
	const { basePath } = useRuntimeConfig();
	return (
		<ul className="navigation-list">
			{items.map((item) => (
				<li key={item.path ?? item.url ?? item.title}>
					{labelOf(item, basePath, path)}
					{item.children !== undefined && item.children.length > 0 && (
						<NavigationList items={item.children} path={path} />
					)}
				</li>
			))}
		</ul>
	);
}

function labelOf(
	{ title, path, url, icon }: NavigationItem,
	basePath: string,
	shownPath: string | undefined,
): ReactElement {
	const label = (
		<>
			{icon !== undefined && <Drawing svg={icon} />}
			{title}
		</>
	);
	if (url !== undefined) return <LookAnchor label={title} url={url} />;
	if (path === undefined) return <span className="navigation-group">{label}</span>;
	return (
		<a href={urlPath(basePath, path)} aria-current={path === shownPath ? "page" : undefined}>
			{label}
		</a>
	);
}
