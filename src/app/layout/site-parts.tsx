import type { ReactElement } from "react";
import { useView } from "../router.tsx";
import { Footer } from "./footer.tsx";
import { SearchBox } from "./search-box.tsx";
import { Sidebar as PageList } from "./sidebar.tsx";
import { SiteHeader } from "./site-header.tsx";
import { TableOfContents } from "./table-of-contents.tsx";

/** The parts of the frame as a layout of a site folder uses them: they know the page that is shown. */

export { Footer };

/** The name, the sections, the search and the tools; on phones also the pages of the section. */
export function Header(): ReactElement {
	const view = useView();
	return (
		<SiteHeader navigation={view.navigation} page={view.kind === "page" ? view.page : undefined} />
	);
}

/** The pages of the section as a list of links. */
export function Sidebar(): ReactElement {
	const view = useView();
	const path = view.kind === "page" ? view.page.path : undefined;
	return <PageList items={view.navigation.sidebar} path={path} />;
}

/** The headings of the page. */
export function Contents(): ReactElement {
	const view = useView();
	return <TableOfContents headings={view.kind === "page" ? view.page.headings : []} />;
}

/** The form of the search. */
export function Search(): ReactElement {
	return <SearchBox home={useView().navigation.home} />;
}
