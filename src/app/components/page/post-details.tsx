import type { ReactElement } from "react";
import type { PostDetails as Details } from "../../../shared/page/page-parts.ts";
import { fillWords } from "../../../shared/page/words.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../../runtime-config.ts";
import { useWords } from "../../use-words.ts";

/** Date, authors, reading time and tags of a post. */
export function PostDetails({ date, authors, readingMinutes, tags }: Details): ReactElement {
	const { basePath } = useRuntimeConfig();
	const word = useWords();
	return (
		<>
			<p className="post-meta">
				{date && <time dateTime={date.iso}>{date.text}</time>}
				{authors.map(({ name, url }) => (
					<span key={name}>{url === undefined ? name : <a href={url}>{name}</a>}</span>
				))}
				<span>{fillWords(word("{n} min read"), { n: readingMinutes })}</span>
			</p>
			{tags.length > 0 && (
				<ul className="post-tags" aria-label={word("Tags")}>
					{tags.map(({ path, title }) => (
						<li key={title}>
							<a href={urlPath(basePath, path)}>{title}</a>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
