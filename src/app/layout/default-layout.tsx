import type { ReactElement } from "react";
import { Outlet } from "react-router";
import { useView } from "../view.ts";
import { Footer } from "./footer.tsx";
import { PageNeighbors } from "./page-neighbors.tsx";
import { Main } from "./shell/main.tsx";
import { Shell } from "./shell/shell.tsx";
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
