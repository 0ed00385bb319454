import { escapeAttribute, escapeText } from "../../../shared/document/html.ts";
import { wordIn } from "../../../shared/page/words.ts";
import { urlPath } from "../../../shared/routing/routes.ts";
import type { Post } from "../../content/blog/list-posts.ts";
import type { Author } from "../../content/front-matter/to-front-matter.ts";
import type { Page } from "../../content/pages/page.ts";
import type { Revision } from "../../content/revision.ts";

/** Words that are read in a minute, and signs of languages that put no space between words. */
const WORDS_A_MINUTE = 220;
const SIGNS_A_MINUTE = 500;

const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

type Site = Pick<Revision, "config">;

/** Date, authors, reading time and tags of a post. @param blog Path of the blog. */
export function postMeta(post: Post<Page>, body: string, { config }: Site, blog: string): string {
	const site = config.public;
	const { look } = config.look;
	const parts = [
		...(post.dateMs === undefined ? [] : [timeOf(post.dateMs, site.locale)]),
		...post.authors.map((author) => `<span>${authorOf(author)}</span>`),
		`<span>${escapeText(wordIn(look, "{n} min read").replace("{n}", String(minutesOf(body))))}</span>`,
	];
	const tags = post.tags.map((tag) => {
		const url = urlPath(site.basePath, tagPath(blog, tag));
		return `<li><a href="${escapeAttribute(url)}">${escapeText(tag)}</a></li>`;
	});
	const list =
		tags.length === 0
			? ""
			: `<ul class="post-tags" aria-label="${escapeAttribute(wordIn(look, "Tags"))}">${tags.join("")}</ul>\n`;
	return `<p class="post-meta">${parts.join("")}</p>\n${list}`;
}

/** Where the posts of a tag are listed. */
export function tagPath(blog: string, tag: string): string {
	return `${blog === "/" ? "" : blog}/tags/${tagSlug(tag)}`;
}

export function tagSlug(tag: string): string {
	return (
		tag
			.normalize("NFC")
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, "-")
			.replace(/^-|-$/g, "") || "tag"
	);
}

function timeOf(ms: number, locale: string): string {
	const date = new Date(ms);
	const shown = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
	return `<time datetime="${date.toISOString().slice(0, 10)}">${escapeText(shown.format(date))}</time>`;
}

function authorOf({ name, url }: Author): string {
	if (url === undefined) return escapeText(name);
	return `<a href="${escapeAttribute(url)}">${escapeText(name)}</a>`;
}

function minutesOf(html: string): number {
	const text = html.replace(/<[^>]*>/g, " ");
	const signs = text.match(SIGNS)?.length ?? 0;
	const words = text.replace(SIGNS, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
	return Math.max(1, Math.round(words / WORDS_A_MINUTE + signs / SIGNS_A_MINUTE));
}
