import type { ReactElement } from "react";
import { Cards } from "../components/page/cards.tsx";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "../page-module.ts";

/** A page written in Markdown. */
export function Page({ page }: PageProps): ReactElement {
	const { cards } = page;
	return (
		<article className="article">
			<PageBody page={page} below={cards && <Cards cards={cards} isLanding={false} />} />
		</article>
	);
}
