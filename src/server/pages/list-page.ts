import { escapeText } from "../../shared/document/html.ts";
import type { Payload } from "../../shared/page/payload.ts";
import { listPosts } from "../content/blog/list-posts.ts";
import { contentsHtml } from "./chrome/contents-html.ts";
import { parseBlogListPath, postList, postsAt } from "./chrome/post-list.ts";
import {
	generatedPage,
	navigationOf,
	type PageRequest,
	type PageSources,
	stylesOf,
} from "./page-sources.ts";

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
	const { posts, label } = found;
	const title = label === undefined ? blog.title : `${blog.title}: ${label}`;
	const base = path.replace(/\/page\/\d+$/, "");
	const list = postList(posts, base || "/", revision, address.page, blog.path);
	const html = `<h1>${escapeText(title)}</h1>${list}`;
	const styles = stylesOf(sources, ["look", "blog"]);
	return generatedPage(
		{ id: "page", path, title, html, ...styles },
		navigationOf(sources, blog.path),
	);
}

/** The home page of a site that has none. */
export function contentsPage(sources: PageSources): Payload {
	const html = contentsHtml(sources, sources.revision.config.public);
	const styles = stylesOf(sources, ["landing", "components"]);
	return generatedPage(
		{ id: "index", path: "/", title: "", html, ...styles },
		navigationOf(sources, "/"),
	);
}
