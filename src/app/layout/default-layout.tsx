import type { ReactElement } from "react";
import { Outlet } from "react-router";
import type { View } from "../view.ts";
import { Footer } from "./footer.tsx";
import { PageNeighbors } from "./page-neighbors.tsx";
import { Main } from "./shell/main.tsx";
import { Shell } from "./shell/shell.tsx";
import { SiteHeader } from "./site-header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TableOfContents } from "./table-of-contents.tsx";

export interface DefaultLayoutProps {
	readonly view: View;
}

/** The frame of every page and every error. */
export function DefaultLayout({ view }: DefaultLayoutProps): ReactElement {
	const page = view.kind === "page" ? view.page : undefined;
	const { navigation } = view;
	const frame = navigation.sidebar.length === 0 ? "frame" : "frame with-sidebar";
	return (
		<Shell>
			<div id="site-start">
				<SkipLink />
			</div>
			<SiteHeader navigation={navigation} page={page} />
			<div className={frame}>
				<Main className="main">
					<TableOfContents key={page?.path} headings={page?.headings ?? []} />
					<Outlet />
					<PageNeighbors previous={page?.previous} next={page?.next} />
				</Main>
			</div>
			<Footer />
		</Shell>
	);
}
