import type { ReactElement } from "react";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "./page-table.ts";

/** The page at `/`: the author's landing page, over the full width. */
export function Page({ page }: PageProps): ReactElement {
	return (
		<article className="landing">
			<PageBody page={page} />
		</article>
	);
}
