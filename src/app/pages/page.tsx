import type { ReactElement } from "react";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "../page-module.ts";

/** A page written in Markdown. */
export function Page({ page }: PageProps): ReactElement {
	return (
		<article className="article">
			<PageBody page={page} />
		</article>
	);
}
