import type { PageLink } from "../../shared/page/navigation.ts";
import type { PageData } from "../../shared/page/payload.ts";
import { blogOf, listPosts } from "../content/blog/list-posts.ts";
import { editionOf, pathInEdition } from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { neighborsOf } from "../content/site-tree/navigation.ts";
import type { EditionSources } from "./page-editions.ts";

type Neighbors = Pick<PageData, "previous" | "next">;

type Sources = EditionSources & { readonly revision: Pick<Revision, "tree"> };

/**
 * Finds the pages before and after, in the language of the reader.
 *
 * @param path Where the page is shown: differs from its own path if the page is not translated.
 */
export function neighborsAt(sources: Sources, page: Page, path: string): Neighbors {
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
	return Object.fromEntries(
		Object.entries(neighbors).map(([side, link]) => [side, link && translate(link)]),
	);
}

/** Posts follow each other by their dates. A blog's index lists them. */
function neighborsIn({ revision, isListed }: Sources, page: Page): Neighbors {
	const { pages } = revision;
	if (page.frontMatter.type === "blog") return {};
	const blog = blogOf(pages, page.path);
	if (blog === undefined) return neighborsOf(revision, page.path, isListed);
	const posts = listPosts(pages, blog.path, isListed);
	const index = posts.findIndex((post) => post.page.path === page.path);
	const older = index === -1 ? undefined : posts[index + 1]?.page;
	const newer = posts[index - 1]?.page;
	return {
		...(older && { previous: { path: older.path, title: older.title } }),
		...(newer && { next: { path: newer.path, title: newer.title } }),
	};
}
