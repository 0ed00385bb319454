import type { ReactElement } from "react";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "../page-module.ts";

/** The page at `/`: the styles make a landing page of it when its Markdown is written as one. */
export function Page({ page }: PageProps): ReactElement {
	return (
		<article className="article landing">
			<PageBody page={page} />
		</article>
	);
}
