import type { ReactElement } from "react";
import { PageBody } from "../components/page-body.tsx";
import { NavigationList } from "../layout/navigation-list.tsx";
import type { PageProps } from "./page-table.ts";

/** The page at `/`: the author's landing page, or the contents of a folder that has none. */
export function Page({ page, navigation }: PageProps): ReactElement {
	return (
		<article className="article landing">
			<PageBody page={page} />
			{page.html === "" && <NavigationList items={navigation.sections} path={page.path} />}
		</article>
	);
}
