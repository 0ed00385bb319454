import type { ReactElement } from "react";
import type { PostList as Posts } from "../../shared/page/page-parts.ts";
import { fillWords } from "../../shared/page/words.ts";
import { PostCover, PostDetails } from "../components/page/post-details.tsx";
import { PageBody } from "../components/page-body.tsx";
import { PathLink } from "../components/path-link.tsx";
import type { PageProps } from "../page-module.ts";
import { useWords } from "../runtime-config.ts";

/** The index of a blog, or a later page of its list. */
export function Page({ page }: PageProps): ReactElement {
	const { posts, path } = page;
	return (
		<article className={path === "/" ? "article landing" : "article"}>
			<PageBody page={page} below={posts && <PostList {...posts} />} />
		</article>
	);
}

/** Posts of a blog, with links to newer and older posts. */
function PostList(list: Posts): ReactElement {
	return (
		<>
			<ol className="posts">
				{list.posts.map(({ path, title, excerpt, cover, ...details }) => (
					<li key={path}>
						<PostCover cover={cover} />
						<h2>
							<PathLink path={path}>{title}</PathLink>
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
	const word = useWords();
	const pathOf = (number: number): string =>
		number === 1 ? path : `${path === "/" ? "" : path}/page/${number}`;
	return (
		<nav className="pager" aria-label={word("Posts")}>
			{page > 1 ? (
				<PathLink rel="prev" path={pathOf(page - 1)}>
					{word("Newer posts")}
				</PathLink>
			) : (
				<span />
			)}
			<span>{fillWords(word("Page {n} of {count}"), { n: page, count: pages })}</span>
			{page < pages ? (
				<PathLink rel="next" path={pathOf(page + 1)}>
					{word("Older posts")}
				</PathLink>
			) : (
				<span />
			)}
		</nav>
	);
}
