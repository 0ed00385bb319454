import type { ReactElement } from "react";
import type { PageParts } from "../../../shared/page/page-parts.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../../runtime-config.ts";
import { useWords } from "../../use-words.ts";

/** The Markdown of the page, where it can be edited, and when it was. */
export function PageEnd({ source, foot }: Pick<PageParts, "source" | "foot">): ReactElement {
	const { basePath } = useRuntimeConfig();
	const word = useWords();
	return (
		<>
			{source !== undefined && (
				<p className="page-source">
					<a href={urlPath(basePath, source)} data-file>
						{word("Open as Markdown")}
					</a>
				</p>
			)}
			{foot !== undefined && (
				<div className="page-foot">
					{foot.edit !== undefined && <a href={foot.edit}>{word("Edit this page")}</a>}
					{foot.updated !== undefined && (
						<span>
							{word("Last updated")}: <time dateTime={foot.updated.iso}>{foot.updated.text}</time>
						</span>
					)}
				</div>
			)}
		</>
	);
}
