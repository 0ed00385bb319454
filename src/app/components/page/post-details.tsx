import type { ReactElement } from "react";
import type { PostDetails as Details } from "../../../shared/page/page-parts.ts";
import { fillWords } from "../../../shared/page/words.ts";
import { useWords } from "../../runtime-config.ts";
import { PathLink } from "../path-link.tsx";

/** Image of a post. It is decorative: the title has the same information. */
export function PostCover({ cover }: Pick<Details, "cover">): ReactElement | undefined {
	if (cover === undefined) return undefined;
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it from an address and a size.
	return <div className="post-cover" dangerouslySetInnerHTML={{ __html: cover }} />;
}

/** Date, authors, reading time and tags of a post. */
export function PostDetails({ date, authors, readingMinutes, tags }: Details): ReactElement {
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
							<PathLink path={path}>{title}</PathLink>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
