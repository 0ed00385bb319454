import type { ReactElement } from "react";
import { Outlet } from "react-router";
import { PathLink } from "../components/path-link.tsx";
import { useWords } from "../runtime-config.ts";
import { useShownPage, useView } from "../view.ts";
import { Footer } from "./footer.tsx";
import { Main, Shell } from "./shell.tsx";
import { SiteHeader } from "./site-header.tsx";
import { TableOfContents } from "./table-of-contents.tsx";

/** The frame of every page and every error. */
export function DefaultLayout(): ReactElement {
	const { navigation } = useView();
	return (
		<Shell>
			<SiteHeader />
			<div className={navigation.sidebar.length === 0 ? "frame" : "frame with-sidebar"}>
				<Main className="main">
					<TableOfContents />
					<Outlet />
					<PageNeighbors />
				</Main>
			</div>
			<Footer />
		</Shell>
	);
}

/** Links to the previous and the next page. */
function PageNeighbors(): ReactElement | undefined {
	const { previous, next } = useShownPage() ?? {};
	const word = useWords();
	if (previous === undefined && next === undefined) return undefined;
	const links = [
		{ rel: "prev", label: word("Previous"), page: previous },
		{ rel: "next", label: word("Next"), page: next },
	];
	return (
		<nav className="neighbors" aria-label={word("Previous and next page")}>
			{links.map(
				({ rel, label, page }) =>
					page && (
						<PathLink key={rel} className={`neighbor neighbor-${rel}`} rel={rel} path={page.path}>
							<span className="neighbor-label">{label}</span>
							<span className="neighbor-title">{page.title}</span>
						</PathLink>
					),
			)}
		</nav>
	);
}
