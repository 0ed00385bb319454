import { unescapeHtml } from "../../shared/document/html.ts";
import type { PostDetails, PostList } from "../../shared/page/page-parts.ts";
import type { Payload } from "../../shared/page/payload.ts";
import { listedAt } from "../authorization/page-guards.ts";
import { listPosts, type Post } from "../content/pages/list-posts.ts";
import { bodyHtml, type Page } from "../content/pages/page.ts";
import {
	generatedPage,
	navigationOf,
	type PageRequest,
	type PageSources,
	stylesOf,
} from "./page-sources.ts";

const POSTS_A_PAGE = 10;

/** Number of characters, enough to show the topic of a post. */
const MAX_EXCERPT = 220;

/** Reading speed in words, and in characters of languages without spaces between words. */
const WORDS_A_MINUTE = 220;
const SIGNS_A_MINUTE = 500;

const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

type Posts = readonly Post[];

/** Resolves a later page of a blog's list, or the list of a tag. */
export function resolveBlogList(sources: PageSources, { path }: PageRequest): Payload | undefined {
	const address = parseBlogListPath(path);
	const { revision, guards } = sources;
	const blog = address && listedAt(sources, address.blog);
	if (address === undefined || blog?.frontMatter.type !== "blog") return undefined;
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

/**
 * Reads the address of a list, such as `/blog/page/2` or `/blog/tags/news`.
 *
 * @returns `undefined` for any other path, and for the index of a blog.
 */
function parseBlogListPath(path: string) {
	const [, blog = "", tag, number] =
		/^(.*?)(?:\/tags\/([^/]+))?(?:\/page\/([1-9]\d{0,4}))?$/.exec(path) ?? [];
	if (tag === undefined && (number === undefined || number === "1")) return undefined;
	return { blog: blog || "/", tag, page: Number(number ?? 1) };
}

/** @returns The posts with a tag, and the tag's label; `undefined` when the list has no such page. */
function postsAt(all: Posts, tag: string | undefined, page: number) {
	const hasTag = (own: string): boolean => tagSlug(own) === tag;
	const posts = tag === undefined ? all : all.filter(({ tags }) => tags.some(hasTag));
	if (posts.length <= (page - 1) * POSTS_A_PAGE) return undefined;
	return { posts, label: tag && posts[0]?.tags.find(hasTag) };
}

export interface PostListPlace {
	/** Path of the first page of the list. */
	readonly path: string;
	readonly page: number;
	/** Path of the blog's index. */
	readonly blog: string;
	/** BCP 47. */
	readonly locale: string;
}

/** Returns one page of a list of posts. */
export function postList(posts: Posts, { path, page, blog, locale }: PostListPlace): PostList {
	const shown = posts.slice((page - 1) * POSTS_A_PAGE, page * POSTS_A_PAGE);
	return {
		...{ path, page, pages: Math.ceil(posts.length / POSTS_A_PAGE) },
		posts: shown.map((post, index) => ({
			path: post.page.path,
			title: post.page.title,
			excerpt: post.page.frontMatter.description ?? excerptOf(bodyHtml(post.page)),
			...postDetails(post, bodyHtml(post.page), { blog, locale }),
			...coverOf(post.page, index === 0),
		})),
	};
}

/** @param isOnFirstScreen Whether browsers load the image immediately. */
export function coverOf(
	{ frontMatter: { cover } }: Page,
	isOnFirstScreen: boolean,
): Pick<PostDetails, "cover"> {
	if (cover === undefined) return {};
	return { cover: isOnFirstScreen ? cover.replace(' loading="lazy"', "") : cover };
}

export function postDetails(
	{ dateMs, authors, tags }: Post,
	html: string,
	{ blog, locale }: Pick<PostListPlace, "blog" | "locale">,
): PostDetails {
	const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
	return {
		...(dateMs !== undefined && {
			date: { iso: new Date(dateMs).toISOString().slice(0, 10), text: day.format(dateMs) },
		}),
		authors,
		readingMinutes: minutesOf(html),
		tags: tags.map((title) => ({
			title,
			path: `${blog === "/" ? "" : blog}/tags/${tagSlug(title)}`,
		})),
	};
}

function tagSlug(tag: string): string {
	return (
		tag
			.normalize("NFC")
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, "-")
			.replace(/^-|-$/g, "") || "tag"
	);
}

function minutesOf(html: string): number {
	const text = html.replace(/<[^>]*>/g, " ");
	const signs = text.match(SIGNS)?.length ?? 0;
	const words = text.replace(SIGNS, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
	return Math.max(1, Math.round(words / WORDS_A_MINUTE + signs / SIGNS_A_MINUTE));
}

/** Returns the first paragraph as text. */
function excerptOf(html: string): string {
	const [, paragraph = ""] = /<p>([\s\S]*?)<\/p>/.exec(html) ?? [];
	const text = unescapeHtml(paragraph.replace(/<[^>]*>/g, ""))
		.replace(/\s+/g, " ")
		.trim();
	if (text.length <= MAX_EXCERPT) return text;
	return `${text.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, "")} …`;
}
