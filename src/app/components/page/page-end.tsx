import type { ReactElement } from "react";
import type { PageParts } from "../../../shared/page/page-parts.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../../runtime-config.ts";
import { useWords } from "../../use-words.ts";
import { PageFeedback } from "./page-feedback.tsx";

/** The Markdown of the page, whether it was helpful, where it can be edited, and when it was. */
export function PageEnd(props: Pick<PageParts, "source" | "feedback" | "foot">): ReactElement {
	const { source, feedback, foot } = props;
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
			{feedback && <PageFeedback />}
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
