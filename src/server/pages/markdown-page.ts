import { pageNotFound } from "../../shared/page/errors.ts";
import type { PageLink } from "../../shared/page/navigation.ts";
import type { PageFoot, PageParts } from "../../shared/page/page-parts.ts";
import type { PageData, Payload } from "../../shared/page/payload.ts";
import { keepQueryAndHash } from "../../shared/routing/redirect-target.ts";
import { listedAt } from "../authorization/page-guards.ts";
import { neighborsOf } from "../content/navigation/navigation.ts";
import { blogOf, listPosts, postOf } from "../content/pages/list-posts.ts";
import { bodyHeadings, notFoundPage, type Page } from "../content/pages/page.ts";
import { editionOf, pathInEdition, untranslatedPath } from "../content/versions.ts";
import { markdownPath } from "../seo/page-markdown.ts";
import { cardsBelow, contentsOf } from "./contents.ts";
import { newestPath, pageEditions } from "./page-editions.ts";
import {
	navigationOf,
	type PageRequest,
	type PageSources,
	refuseGuarded,
	refusePage,
	stylesOf,
} from "./page-sources.ts";
import { coverOf, postDetails, postList } from "./posts.ts";

/** Resolves the path of a Markdown page, except of a hidden one: its response must not differ from an absent one's. */
export function resolveMarkdownPage(
	sources: PageSources,
	request: PageRequest,
): Payload | undefined {
	const page = sources.revision.pages.get(request.path);
	const isFound = page !== undefined && !sources.guards.isHidden(page, request.query);
	return isFound ? showPage(sources, page, request) : undefined;
}

/** Shows the original text of an untranslated page at the address of the translation. */
export function resolveUntranslated(
	sources: PageSources,
	request: PageRequest,
): Payload | undefined {
	const { revision, guards } = sources;
	const original = untranslatedPath(request.path, revision.config.editions);
	const page = original === undefined ? undefined : revision.pages.get(original);
	if (page === undefined || guards.checkAccess(page, "").kind !== "pass") return undefined;
	return showPage(sources, page, request);
}

/** @param request Its path differs from the page's own path if the page is not translated. */
function showPage(sources: PageSources, page: Page, request: PageRequest): Payload {
	const { guards, revision } = sources;
	const { settings } = revision.config;
	const { path, query } = request;
	const outcome = guards.checkAccess(page, query);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	if (page === notFoundPage(revision.pages, settings.notFound)) {
		return refusePage(sources, page.path, pageNotFound(page.path));
	}
	const { redirect } = page.frontMatter;
	if (redirect !== undefined) {
		// The browser does not send the fragment, and adds it to the target.
		return { kind: "redirect", to: keepQueryAndHash(redirect, query, ""), status: 307 };
	}
	const isPreviewed = guards.isPreviewed(page.path, query);
	const { flag, code } = page.frontMatter;
	const isOpen = !isPreviewed && flag === undefined && code === undefined && page.path !== "/";
	const data = {
		...pageData(sources, page, path),
		...(isPreviewed && { robots: "noindex", flag: undefined }),
		...partsOf(sources, page),
		...(code === undefined && { editions: pageEditions(sources, path, path !== page.path) }),
		...(isOpen && { source: markdownPath(page.path) }),
		...neighborsAt(sources, page, path),
	};
	return {
		kind: "page",
		page: { ...data, ...stylesOf(sources, data) },
		navigation: navigationOf(sources, path),
	};
}

/** @param path Path at which the page is shown. Search engines use its canonical path. */
function pageData(sources: PageSources, page: Page, path: string): PageData {
	const { revision } = sources;
	const { editions, settings } = revision.config;
	const { description, robots, image, colorMode, middleware, flag, code, layout } =
		page.frontMatter;
	const { hero, features, type } = page.frontMatter;
	const isLanding = hero !== undefined || features !== undefined;
	const kind = page.path === "/" ? "index" : "page";
	const { version } = editionOf(path, editions);
	const isUnindexed = version !== editions.versions[0] && version?.indexed === false;
	const newest = newestPath(sources, page.path);
	const { title, hasHeading } = page;
	return {
		id: code ?? (isLanding ? "index" : type === "blog" ? "blog" : kind),
		...{ path, title, description, flag, image, hasHeading, middleware, colorMode },
		robots: isUnindexed ? (robots ?? "noindex") : flag === undefined ? robots : "noindex",
		...(newest === undefined && path === page.path ? {} : { canonicalPath: newest ?? page.path }),
		headings: bodyHeadings(page).filter(({ level }) => level <= settings.toc.depth),
		layout: revision.code?.layouts.includes(layout) === true ? layout : "default",
	};
}

function partsOf(sources: PageSources, page: Page): FramedPage {
	const { public: site } = sources.revision.config;
	const { description = site.description, code } = page.frontMatter;
	const html = sources.bodyOf(page);
	if (code !== undefined) return { html };
	const isEmpty = hasOnlyTitle(page, html);
	if (isEmpty && page.path === "/") {
		return { ...contentsOf(sources, { name: page.title || site.name, description }), html: "" };
	}
	const parts = pageParts(page, html, sources);
	return isEmpty ? { ...parts, cards: cardsBelow(sources, page.path) } : parts;
}

function hasOnlyTitle({ frontMatter }: Page, html: string): boolean {
	const { hero, features, type } = frontMatter;
	if (hero !== undefined || features !== undefined || type === "blog") return false;
	return /^\s*(?:<h1\b[^>]*>(?:(?!<h1\b|<\/h1>).)*<\/h1>)?\s*$/s.test(html);
}

type Neighbors = Pick<PageData, "previous" | "next">;

/**
 * Finds the previous and the next page, in the language of the reader.
 *
 * @param path Path at which the page is shown: differs from its own path if the page is not translated.
 */
function neighborsAt(sources: PageSources, page: Page, path: string): Neighbors {
	const neighbors = neighborsIn(sources, page);
	if (path === page.path) return neighbors;
	const { editions } = sources.revision.config;
	const { locale } = editionOf(path, editions);
	const translate = (link: PageLink): PageLink => {
		const translated = pathInEdition(editions, { ...editionOf(link.path, editions), locale });
		const { title } = listedAt(sources, translated) ?? link;
		return { path: translated, title };
	};
	return Object.fromEntries(
		Object.entries(neighbors).map(([side, link]) => [side, link && translate(link)]),
	);
}

/** Posts are in order of their dates. A blog's index has no neighbors, since it lists all posts. */
function neighborsIn({ revision, guards }: PageSources, page: Page): Neighbors {
	const { pages } = revision;
	if (page.frontMatter.type === "blog") return {};
	const blog = blogOf(pages, page.path);
	if (blog === undefined) return neighborsOf(revision, page.path, guards.isListed);
	const posts = listPosts(pages, blog.path, guards.isListed);
	const index = posts.findIndex((post) => post.page.path === page.path);
	const older = index === -1 ? undefined : posts[index + 1]?.page;
	const newer = posts[index - 1]?.page;
	return {
		...(older && { previous: { path: older.path, title: older.title } }),
		...(newer && { next: { path: newer.path, title: newer.title } }),
	};
}

/** Parts and HTML of a page; for a post, the HTML lacks the heading. */
type FramedPage = PageParts & { readonly html: string };

/** Returns the hero, or breadcrumbs, the data of a post or of a list of posts, and the foot of a page. */
function pageParts(page: Page, body: string, sources: PageSources): FramedPage {
	const { pages, config } = sources.revision;
	const { hero, features: cards, type } = page.frontMatter;
	if (hero !== undefined || cards !== undefined) return { hero, cards, html: body };
	const { locale } = config.public;
	const frame = { breadcrumbs: breadcrumbs(page, sources), foot: pageFoot(page, sources) };
	if (type === "blog") {
		const posts = listPosts(pages, page.path, sources.guards.isListed);
		const place = { path: page.path, page: 1, blog: page.path, locale };
		return { ...frame, html: body, posts: postList(posts, place) };
	}
	const blog = blogOf(pages, page.path);
	// Answers of visitors are analytics events.
	const asks = page.path !== "/" && config.settings.feedback && config.public.analytics.key !== "";
	const feedback = asks || undefined;
	if (blog === undefined) return { ...frame, feedback, html: body };
	const isShown = body.includes(`src="${page.frontMatter.image}"`);
	const post = {
		...postDetails(postOf(page), body, { blog: blog.path, locale }),
		...(!isShown && coverOf(page, true)),
	};
	return { ...frame, feedback, post, ...withoutHeading(body) };
}

/** Splits off the heading of a post, since the data of the post is below the heading. */
function withoutHeading(body: string): Pick<FramedPage, "heading" | "html"> {
	const [whole = "", heading] = /^\s*<h1\b[^>]*>(.*?)<\/h1>/s.exec(body) ?? [];
	return { ...(heading !== undefined && { heading }), html: body.slice(whole.length) };
}

/** Returns links to the folders of a page that lists may name. */
function breadcrumbs({ path }: Page, sources: PageSources): PageParts["breadcrumbs"] {
	if (!sources.revision.config.settings.breadcrumbs || path === "/") return undefined;
	const segments = path.split("/").slice(1, -1);
	return segments.flatMap((_segment, index) => {
		const folder = listedAt(sources, `/${segments.slice(0, index + 1).join("/")}`);
		if (folder === undefined || folder.navigation === false) return [];
		return [{ path: folder.path, title: folder.navigation.title }];
	});
}

/** Returns the link to edit the page, and the date of its last change. */
function pageFoot(
	{ file, source = file, committed, modifiedMs }: Page,
	{ revision: { config } }: PageSources,
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
