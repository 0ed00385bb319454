import { escapeAttribute, escapeText, unescapeHtml } from "../../../shared/document/html.ts";
import { fillWords } from "../../../shared/page/fill-words.ts";
import { wordIn } from "../../../shared/page/words.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import type { Post } from "../../content/blog/list-posts.ts";
import type { Page } from "../../content/pages/page.ts";
import type { Revision } from "../../content/revision.ts";
import { postMeta, tagSlug } from "./post-meta.ts";

const POSTS_A_PAGE = 10;

/** Enough to know what a post is about. */
const MAX_EXCERPT = 220;

type Site = Pick<Revision, "config">;

type Posts = readonly Post<Page>[];

/**
 * Reads the address of a list, such as `/blog/page/2` or `/blog/tags/news`.
 *
 * @returns `undefined` for any other path, and for the index of a blog.
 */
export function parseBlogListPath(path: string) {
	const [, blog = "", tag, number] =
		/^(.*?)(?:\/tags\/([^/]+))?(?:\/page\/([1-9]\d{0,4}))?$/.exec(path) ?? [];
	if (tag === undefined && (number === undefined || number === "1")) return undefined;
	return { blog: blog || "/", tag, page: Number(number ?? 1) };
}

/** @returns The posts with a tag, and its label; `undefined` when there is no such page of a list. */
export function postsAt(all: Posts, tag: string | undefined, page: number) {
	const hasTag = (own: string): boolean => tagSlug(own) === tag;
	const posts = tag === undefined ? all : all.filter(({ tags }) => tags.some(hasTag));
	if (posts.length <= (page - 1) * POSTS_A_PAGE) return undefined;
	return { posts, label: tag && posts[0]?.tags.find(hasTag) };
}

/**
 * A list of posts, and the way to those before and after.
 *
 * @param path Of its first page.
 * @param blog Path of the blog, if that is another.
 */
export function postList(
	posts: Posts,
	path: string,
	site: Site,
	page: number,
	blog: string = path,
): string {
	const shown = posts.slice((page - 1) * POSTS_A_PAGE, page * POSTS_A_PAGE);
	const items = shown.map((post) => listItem(post, site, blog)).join("\n");
	const pages = Math.ceil(posts.length / POSTS_A_PAGE);
	return `\n<ol class="posts">\n${items}\n</ol>\n${pages > 1 ? pager(path, site, page, pages) : ""}`;
}

function listItem(post: Post<Page>, site: Site, blog: string): string {
	const { page } = post;
	const body = page.html;
	const url = urlPath(site.config.public.basePath, page.path);
	const text = page.frontMatter.description ?? excerptOf(body);
	const excerpt = text === "" ? "" : `<p>${escapeText(text)}</p>\n`;
	return `<li>\n<h2><a href="${escapeAttribute(url)}">${escapeText(page.title)}</a></h2>\n${postMeta(post, body, site, blog)}${excerpt}</li>`;
}

function pager(path: string, { config }: Site, page: number, pages: number): string {
	const { public: site } = config;
	const { look } = config.look;
	const at = (number: number): string => {
		const base = path === "/" ? "" : path;
		return escapeAttribute(urlPath(site.basePath, number === 1 ? path : `${base}/page/${number}`));
	};
	const newer = escapeText(wordIn(look, "Newer posts"));
	const older = escapeText(wordIn(look, "Older posts"));
	const place = fillWords(wordIn(look, "Page {n} of {count}"), { n: page, count: pages });
	return [
		`<nav class="pager" aria-label="${escapeAttribute(wordIn(look, "Posts"))}">`,
		page > 1 ? `<a rel="prev" href="${at(page - 1)}">${newer}</a>` : "<span></span>",
		`<span>${escapeText(place)}</span>`,
		page < pages ? `<a rel="next" href="${at(page + 1)}">${older}</a>` : "<span></span>",
		"</nav>",
	].join("\n");
}

/** The first paragraph, as text. */
function excerptOf(html: string): string {
	const [, paragraph = ""] = /<p>([\s\S]*?)<\/p>/.exec(html) ?? [];
	const text = unescapeHtml(paragraph.replace(/<[^>]*>/g, ""))
		.replace(/\s+/g, " ")
		.trim();
	if (text.length <= MAX_EXCERPT) return text;
	return `${text.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, "")} …`;
}
