import type { ReactElement } from "react";
import type { PageData } from "../../shared/payload.ts";
import { BODY_ELEMENT_ID } from "../../shared/public-config.ts";

export interface PageBodyProps {
	readonly page: PageData;
}

/** The rendered Markdown of a page, under the page's title unless it brings its own. */
export function PageBody({ page }: PageBodyProps): ReactElement {
	return (
		<>
			{!page.hasHeading && page.title !== "" && <h1>{page.title}</h1>}
			<div
				id={BODY_ELEMENT_ID}
				className="content"
				// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown; raw HTML is escaped there unless the operator allows it.
				dangerouslySetInnerHTML={{ __html: page.html ?? "" }}
			/>
		</>
	);
}
