import type { PageFoot, PageParts } from "../../../shared/page/page-parts.ts";
import { blogOf, listPosts, postOf } from "../../content/blog/list-posts.ts";
import type { Page } from "../../content/pages/page.ts";
import type { Revision } from "../../content/revision.ts";
import type { EditionSources } from "../page-editions.ts";
import { coverOf, postDetails, postList } from "./posts.ts";

/** A page with its Markdown, without the heading of a post. */
export type FramedPage = PageParts & { readonly html: string };

/** Hero, or breadcrumbs, the data of a post or of a list of posts, and the foot of a page. */
export function pageParts(page: Page, body: string, sources: EditionSources): FramedPage {
	const { pages, config } = sources.revision;
	const { hero, features: cards, type } = page.frontMatter;
	if (hero !== undefined || cards !== undefined) return { hero, cards, html: body };
	const { locale } = config.public;
	const frame = { breadcrumbs: breadcrumbs(page, sources), foot: pageFoot(page, sources) };
	if (type === "blog") {
		const posts = listPosts(pages, page.path, sources.isListed);
		const place = { path: page.path, page: 1, blog: page.path, locale };
		return { ...frame, html: body, posts: postList(posts, place) };
	}
	const blog = blogOf(pages, page.path);
	const feedback = (page.path !== "/" && asksForFeedback(config)) || undefined;
	if (blog === undefined) return { ...frame, feedback, html: body };
	const isShown = body.includes(`src="${page.frontMatter.image}"`);
	const post = {
		...postDetails(postOf(page), body, { blog: blog.path, locale }),
		...(!isShown && coverOf(page, true)),
	};
	return { ...frame, feedback, post, ...withoutHeading(body) };
}

/** The data of a post is below its heading. */
function withoutHeading(body: string): Pick<FramedPage, "heading" | "html"> {
	const [whole = "", heading] = /^\s*<h1\b[^>]*>(.*?)<\/h1>/s.exec(body) ?? [];
	return { ...(heading !== undefined && { heading }), html: body.slice(whole.length) };
}

/** Links to the folders of a page that lists may name. */
function breadcrumbs(
	{ path }: Page,
	{ revision, isListed }: EditionSources,
): PageParts["breadcrumbs"] {
	if (!revision.config.settings.breadcrumbs || path === "/") return undefined;
	const segments = path.split("/").slice(1, -1);
	return segments.flatMap((_segment, index) => {
		const folder = revision.pages.get(`/${segments.slice(0, index + 1).join("/")}`);
		if (folder === undefined || folder.navigation === false || !isListed(folder)) return [];
		return [{ path: folder.path, title: folder.navigation.title }];
	});
}

/** Where the page can be edited, and when it was. */
function pageFoot(
	{ file, source = file, committed, modifiedMs }: Page,
	{ revision: { config } }: EditionSources,
): PageFoot | undefined {
	const { editLink, lastUpdated } = config.settings;
	if (editLink === undefined && !lastUpdated) return undefined;
	const date = new Date(committed?.lastMs ?? modifiedMs);
	const day = new Intl.DateTimeFormat(config.public.locale, {
		dateStyle: "medium",
		timeZone: "UTC",
	});
	return {
		edit: editLink?.replace("{file}", source.split("/").map(encodeURIComponent).join("/")),
		...(lastUpdated && { updated: { iso: date.toISOString(), text: day.format(date) } }),
	};
}

/** Answers are events. */
function asksForFeedback({ settings, public: { analytics } }: Revision["config"]): boolean {
	return settings.feedback && analytics.key !== "";
}
