import type { PageLink } from "../../shared/page/navigation.ts";
import type { PageData } from "../../shared/page/payload.ts";
import { blogOf, listPosts } from "../content/blog/list-posts.ts";
import { editionOf, pathInEdition } from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { neighborsOf } from "../content/site-tree/navigation.ts";

export interface NeighborSources {
	readonly revision: Pick<Revision, "pages" | "config" | "tree">;
	/** Whether lists may name a page. */
	readonly isListed: (page: Page) => boolean;
}

type Neighbors = Pick<PageData, "previous" | "next">;

/**
 * The pages before and after, in the language that is read.
 *
 * @param path Where the page is shown: another than its own where it is not translated.
 */
export function neighborsAt(sources: NeighborSources, page: Page, path: string): Neighbors {
	const neighbors = neighborsIn(sources, page);
	if (path === page.path) return neighbors;
	const { revision, isListed } = sources;
	const { editions } = revision.config;
	const { locale } = editionOf(path, editions);
	const translate = (link: PageLink): PageLink => {
		const translated = pathInEdition(editions, { ...editionOf(link.path, editions), locale });
		const there = revision.pages.get(translated);
		const { title } = there !== undefined && isListed(there) ? there : link;
		return { path: translated, title };
	};
	const { previous, next } = neighbors;
	return {
		...(previous === undefined ? {} : { previous: translate(previous) }),
		...(next === undefined ? {} : { next: translate(next) }),
	};
}

/** Posts follow each other by their dates. A blog's index lists them. */
function neighborsIn({ revision, isListed }: NeighborSources, page: Page): Neighbors {
	const { pages } = revision;
	if (page.frontMatter.type === "blog") return {};
	const blog = blogOf(pages, page.path);
	if (blog === undefined) return neighborsOf(revision, page.path, isListed);
	const posts = listPosts(pages, blog.path, isListed);
	const index = posts.findIndex((post) => post.page.path === page.path);
	const [older, newer] = [posts[index + 1]?.page, posts[index - 1]?.page];
	return {
		...(index === -1 || older === undefined ? {} : { previous: pickLink(older) }),
		...(newer === undefined ? {} : { next: pickLink(newer) }),
	};
}

function pickLink({ path, title }: Page): PageLink {
	return { path, title };
}
