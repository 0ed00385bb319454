import type { ReactElement } from "react";
import type { PageParts } from "../../../shared/page/page-parts.ts";
import { useWords } from "../../runtime-config.ts";
import { PathLink } from "../path-link.tsx";
import { PageFeedback } from "./page-feedback.tsx";

/** The Markdown of the page, whether it was helpful, where it can be edited, and when it was. */
export function PageEnd(props: Pick<PageParts, "source" | "feedback" | "foot">): ReactElement {
	const { source, feedback, foot } = props;
	const word = useWords();
	return (
		<>
			{source !== undefined && (
				<p className="page-source">
					<PathLink path={source} data-file>
						{word("Open as Markdown")}
					</PathLink>
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
