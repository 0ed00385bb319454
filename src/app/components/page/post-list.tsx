import type { ReactElement } from "react";
import type { PostList as Posts } from "../../../shared/page/page-parts.ts";
import { fillWords } from "../../../shared/page/words.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import { useRuntimeConfig } from "../../runtime-config.ts";
import { useWords } from "../../use-words.ts";
import { PostDetails } from "./post-details.tsx";

/** Posts of a blog, and the way to those before and after. */
export function PostList(list: Posts): ReactElement {
	const { basePath } = useRuntimeConfig();
	return (
		<>
			<ol className="posts">
				{list.posts.map(({ path, title, excerpt, ...details }) => (
					<li key={path}>
						<h2>
							<a href={urlPath(basePath, path)}>{title}</a>
						</h2>
						<PostDetails {...details} />
						{excerpt !== "" && <p>{excerpt}</p>}
					</li>
				))}
			</ol>
			{list.pages > 1 && <Pager {...list} />}
		</>
	);
}

function Pager({ path, page, pages }: Posts): ReactElement {
	const { basePath } = useRuntimeConfig();
	const word = useWords();
	const urlOf = (number: number): string =>
		urlPath(basePath, number === 1 ? path : `${path === "/" ? "" : path}/page/${number}`);
	return (
		<nav className="pager" aria-label={word("Posts")}>
			{page > 1 ? (
				<a rel="prev" href={urlOf(page - 1)}>
					{word("Newer posts")}
				</a>
			) : (
				<span />
			)}
			<span>{fillWords(word("Page {n} of {count}"), { n: page, count: pages })}</span>
			{page < pages ? (
				<a rel="next" href={urlOf(page + 1)}>
					{word("Older posts")}
				</a>
			) : (
				<span />
			)}
		</nav>
	);
}
