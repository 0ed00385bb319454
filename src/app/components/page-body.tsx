import type { ReactElement } from "react";
import type { PageData } from "../../shared/page/payload.ts";
import { BODY_ELEMENT_ID } from "../../shared/page/public-config.ts";
import { useRuntimeConfig } from "../runtime-config.ts";

export interface PageBodyProps {
	readonly page: Pick<PageData, "title" | "hasHeading" | "html">;
}

/** The rendered Markdown of a page, under its title (or the site's name) unless it brings its own heading. */
export function PageBody({ page }: PageBodyProps): ReactElement {
	const { name } = useRuntimeConfig();
	return (
		<>
			{!page.hasHeading && <h1>{page.title || name}</h1>}
			<div
				id={BODY_ELEMENT_ID}
				className="content"
				// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown; raw HTML is escaped there unless the operator allows it.
				dangerouslySetInnerHTML={{ __html: page.html ?? "" }}
			/>
		</>
	);
}
