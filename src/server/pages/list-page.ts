import type { Payload } from "../../shared/page/payload.ts";
import { listPosts } from "../content/blog/list-posts.ts";
import {
	generatedPage,
	navigationOf,
	type PageRequest,
	type PageSources,
	stylesOf,
} from "./page-sources.ts";
import { contentsOf } from "./parts/contents.ts";
import { parseBlogListPath, postList, postsAt } from "./parts/posts.ts";

/** A later page of a blog's list, or the list of a tag. */
export function resolveBlogList(sources: PageSources, { path }: PageRequest): Payload | undefined {
	const address = parseBlogListPath(path);
	const { revision, guards } = sources;
	const blog = address && revision.pages.get(address.blog);
	if (address === undefined || blog?.frontMatter.type !== "blog" || !guards.isListed(blog)) {
		return undefined;
	}
	const all = listPosts(revision.pages, blog.path, guards.isListed);
	const found = postsAt(all, address.tag, address.page);
	if (found === undefined) return undefined;
	const posts = postList(found.posts, {
		path: path.replace(/\/page\/\d+$/, "") || "/",
		page: address.page,
		blog: blog.path,
		locale: revision.config.public.locale,
	});
	const title = found.label === undefined ? blog.title : `${blog.title}: ${found.label}`;
	const page = { id: "blog", path, title, posts, html: "" };
	return generatedPage({ ...page, ...stylesOf(sources, page) }, navigationOf(sources, blog.path));
}

/** The home page of a site that has none. */
export function contentsPage(sources: PageSources): Payload {
	const contents = contentsOf(sources, sources.revision.config.public);
	const page = { id: "index", path: "/", title: "", ...contents, html: "" };
	return generatedPage({ ...page, ...stylesOf(sources, page) }, navigationOf(sources, "/"));
}
