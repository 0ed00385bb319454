import { type ReactElement, useContext } from "react";
import type { PageData } from "../../shared/page/payload.ts";
import { BODY_ELEMENT_ID } from "../../shared/page/public-config.ts";
import { useRuntimeConfig } from "../runtime-config.ts";
import { BodyComponents } from "./body/body-components.ts";
import { ComponentBody } from "./body/component-body.tsx";

export interface PageBodyProps {
	readonly page: Pick<PageData, "title" | "hasHeading" | "html" | "tree">;
}

/** The rendered Markdown of a page, under its title (or the site's name) unless it brings its own heading. */
export function PageBody({ page }: PageBodyProps): ReactElement {
	const { name } = useRuntimeConfig();
	const components = useContext(BodyComponents);
	const heading = !page.hasHeading && <h1>{page.title || name}</h1>;
	if (page.tree !== undefined) {
		return (
			<>
				{heading}
				<div className="content">
					<ComponentBody nodes={page.tree} components={components} />
				</div>
			</>
		);
	}
	return (
		<>
			{heading}
			<div
				id={BODY_ELEMENT_ID}
				className="content"
				// biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown; raw HTML is escaped there unless the operator allows it.
				dangerouslySetInnerHTML={{ __html: page.html ?? "" }}
			/>
		</>
	);
}
