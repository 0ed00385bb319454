import type { ReactElement } from "react";
import { PostList } from "../components/page/post-list.tsx";
import { PageBody } from "../components/page-body.tsx";
import type { PageProps } from "../page-module.ts";

/** The index of a blog, or a later page of its list. */
export function Page({ page }: PageProps): ReactElement {
	const { posts, path } = page;
	return (
		<article className={path === "/" ? "article landing" : "article"}>
			<PageBody page={page} below={posts && <PostList {...posts} />} />
		</article>
	);
}
