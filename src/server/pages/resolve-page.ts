import { matchPath } from "react-router";
import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { type PageError, pageNotFound, pageNotValid } from "../../shared/page/errors.ts";
import type { MiddlewareOutcome } from "../../shared/page/middleware.ts";
import type { PageLink, PageNavigation } from "../../shared/page/navigation.ts";
import type { ErrorPayload, PageData, Payload } from "../../shared/page/payload.ts";
import { wordIn } from "../../shared/page/words.ts";
import { keepQueryAndHash } from "../../shared/routing/redirect-target.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { blogOf, listPosts } from "../content/blog/list-posts.ts";
import { editionOf, untranslatedPath } from "../content/editions.ts";
import { foldPath } from "../content/page-path.ts";
import { notFoundPage } from "../content/pages/not-found-page.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { foldNavigation } from "../content/site-tree/fold-navigation.ts";
import { navigationFor } from "../content/site-tree/navigation.ts";
import { isMachinePath } from "../discovery/machine-paths.ts";
import { MARKDOWN_LINK_CLASS, markdownPath } from "../discovery/page-markdown.ts";
import type { PageGuards } from "../visibility/page-guards.ts";
import { hasListPage, parseBlogListPath, postList, postsWithTag } from "./dress/blog-pages.ts";
import { type ContentsSources, contentsHtml, partsHtml } from "./dress/contents-html.ts";
import { dressPage } from "./dress/dress-page.ts";
import { editionNotes, newestPath } from "./edition-notes.ts";
import { inEdition } from "./in-edition.ts";
import { neighborsAt } from "./neighbors.ts";
import type { AppPage } from "./renderer.ts";

export interface PageRequest {
	/** Decoded, without base path. */
	readonly path: string;
	/** With its question mark, or empty. */
	readonly query: string;
}

export interface PageSources {
	readonly revision: Revision;
	readonly appPages: readonly AppPage[];
	/** @returns The body of a page with its islands in it, as visitors may see them now. */
	readonly bodyOf: (page: Page) => string;
	readonly guards: PageGuards;
	/** @returns File names of style sheets, by their names in the sources. */
	readonly sheetFiles: (names: readonly string[]) => readonly string[];
	/** Pages that may have been meant, and may be named. */
	readonly nearest: (path: string) => readonly PageLink[];
}

/**
 * The one door to pages: documents and payloads get theirs here, so that what is hidden
 * from one is hidden from all.
 */
export function resolvePage(sources: PageSources, request: PageRequest): Payload {
	return inEdition(resolveAt(sources, request), request.path, sources.revision.config.editions);
}

function resolveAt(sources: PageSources, request: PageRequest): Payload {
	const page = sources.revision.pages.get(request.path);
	// From here on, a hidden page is one that does not exist: its answer must not tell them apart.
	if (page !== undefined && !sources.guards.isHidden(page, request.query))
		return resolveMarkdownPage(sources, page, request);

	const untranslated = resolveUntranslated(sources, request);
	if (untranslated !== undefined) return untranslated;

	const match = matchAppPage(sources.appPages, request.path);
	if (match !== undefined) return resolveAppPage(sources, match, request);

	if (sources.revision.files.has(request.path) || isMachinePath(request.path)) {
		return { kind: "document" };
	}
	if (request.path === "/") return contentsPage(sources);
	return (
		resolveBlogList(sources, request) ??
		resolveOtherSpelling(sources, request) ??
		refusePage(sources, request.path, pageNotFound(request.path))
	);
}

/** An error in the place of a page, with the navigation of the place where it would have been. */
export function refusePage(sources: PageSources, path: string, error: PageError): ErrorPayload {
	const nearest = error.status === 404 ? sources.nearest(path) : [];
	const own = error.status === 404 ? ownNotFound(sources) : undefined;
	const { locale } = editionOf(path, sources.revision.config.editions);
	return {
		kind: "error",
		...(locale === undefined ? {} : { locale: locale.code }),
		error,
		navigation: navigationOf(sources, path),
		...(nearest.length === 0 ? {} : { nearest }),
		...(own === undefined ? {} : { html: withTitle(own, sources.bodyOf(own)) }),
	};
}

/** The operator's page for what is not there; one that may not be seen does not count. */
function ownNotFound({ revision, guards }: PageSources): Page | undefined {
	const page = notFoundPage(revision.pages, revision.config.look.notFoundFile);
	return page !== undefined && guards.judge(page, "").kind === "pass" ? page : undefined;
}

function withTitle({ hasHeading, title }: Page, body: string): string {
	return hasHeading ? body : `<h1>${escapeText(title)}</h1>\n${body}`;
}

function resolveMarkdownPage(sources: PageSources, page: Page, request: PageRequest): Payload {
	const { guards, revision } = sources;
	const outcome = guards.judge(page, request.query);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	if (page === notFoundPage(revision.pages, revision.config.look.notFoundFile)) {
		return refusePage(sources, page.path, pageNotFound(page.path));
	}
	const { redirect } = page.frontMatter;
	if (redirect !== undefined) {
		// The browser keeps the fragment, which no server sees.
		return { kind: "redirect", to: keepQueryAndHash(redirect, request.query, ""), status: 307 };
	}
	const isPreviewed = guards.isPreviewed(page.path, request.query);
	const isOpen = !isPreviewed && page.frontMatter.flag === undefined;
	const { isListed } = guards;
	const notes = editionNotes({ revision, isListed }, request.path, request.path !== page.path);
	return {
		kind: "page",
		page: {
			...pageData(page, revision.config.look.tocDepth),
			...editionData(sources, page, request.path),
			...(isPreviewed ? { robots: "noindex", flag: undefined } : {}),
			...dressed(sources, page, {
				start: notes + sources.bodyOf(page),
				end: isOpen ? markdownLink(revision, page.path) : "",
			}),
			...neighborsAt({ revision, isListed }, page, request.path),
		},
		navigation: navigationOf(sources, request.path),
	};
}

/** What is not translated is shown in the main language, under the address of the translation. */
function resolveUntranslated(sources: PageSources, request: PageRequest): Payload | undefined {
	const { revision, guards } = sources;
	const original = untranslatedPath(request.path, revision.config.editions);
	const page = original === undefined ? undefined : revision.pages.get(original);
	if (page === undefined || guards.judge(page, "").kind !== "pass") return undefined;
	return resolveMarkdownPage(sources, page, request);
}

/** What a page of several languages or versions is to search engines, and where it is shown. */
function editionData(
	{ revision, guards }: PageSources,
	{ path: own, frontMatter }: Page,
	path: string,
): Partial<PageData> {
	const { editions } = revision.config;
	const { version } = editionOf(path, editions);
	const isOld = version !== editions.versions[0];
	const canonicalPath = newestPath({ revision, isListed: guards.isListed }, own);
	return {
		path,
		...(isOld && version?.indexed === false ? { robots: frontMatter.robots ?? "noindex" } : {}),
		...(canonicalPath === undefined && path === own ? {} : { canonicalPath: canonicalPath ?? own }),
	};
}

/** In the body, so that the app in the browser need not know of it. A home page is no text to copy. */
function markdownLink({ config }: Revision, path: string): string {
	if (path === "/") return "";
	const url = escapeAttribute(urlPath(config.public.basePath, markdownPath(path)));
	return `<p class="${MARKDOWN_LINK_CLASS}"><a href="${url}" data-file>${escapeText(wordIn(config.look.look, "Open as Markdown"))}</a></p>\n`;
}

function dressed(
	sources: PageSources,
	page: Page,
	body: { readonly start: string; readonly end: string },
): Pick<PageData, "html" | "hasHeading" | "styles"> {
	const { revision, guards } = sources;
	const isBare = isWithoutWords(sources, page);
	if (isBare && page.path === "/") {
		const { public: site } = revision.config;
		const name = page.title || site.name;
		const description = page.frontMatter.description ?? site.description;
		const start = contentsHtml(contentsSources(sources, { ...site, name, description }));
		return {
			html: start + body.start + body.end,
			hasHeading: true,
			...stylesOf(sources, ["landing", "components"]),
		};
	}
	const start = isBare ? partsHtml(contentsSources(sources), page.path) : "";
	const { sheets, ...parts } = dressPage(
		page,
		{ ...body, start: body.start + start },
		{ revision, isListed: guards.isListed },
	);
	return { ...parts, ...stylesOf(sources, sheets) };
}

function isWithoutWords({ bodyOf }: PageSources, page: Page): boolean {
	const { hero, features = [], type } = page.frontMatter;
	if (hero !== undefined || features.length > 0 || type === "blog") return false;
	return /^\s*(?:<h1\b[^>]*>(?:(?!<h1\b|<\/h1>).)*<\/h1>)?\s*$/s.test(bodyOf(page));
}

function contentsSources(
	sources: PageSources,
	site: ContentsSources["site"] = sources.revision.config.public,
): ContentsSources {
	const { pages } = sources.revision;
	return {
		site,
		navigationAt: (path) => navigationOf(sources, path),
		pageAt: (path) => pages.get(path),
	};
}

function stylesOf(sources: PageSources, sheets: readonly string[]): Pick<PageData, "styles"> {
	return sheets.length === 0 ? {} : { styles: sources.sheetFiles(sheets) };
}

/** A further page of a blog's list, or that of a tag. */
function resolveBlogList(sources: PageSources, { path }: PageRequest): Payload | undefined {
	const address = parseBlogListPath(path);
	const { revision, guards } = sources;
	const blog = address && revision.pages.get(address.blog);
	if (address === undefined || blog?.frontMatter.type !== "blog" || !guards.isListed(blog)) {
		return undefined;
	}
	const all = listPosts(revision.pages, blog.path, guards.isListed);
	const { posts, label } = postsWithTag(all, address.tag);
	if (!hasListPage(posts, address.page)) return undefined;
	const title = label === undefined ? blog.title : `${blog.title}: ${label}`;
	const base = path.replace(/\/page\/\d+$/, "");
	const list = postList(posts, base || "/", revision, address.page, blog.path);
	return {
		kind: "page",
		page: {
			id: "page",
			path,
			title,
			html: `<h1>${escapeText(title)}</h1>${list}`,
			hasHeading: true,
			headings: [],
			layout: "default",
			middleware: [],
			...stylesOf(sources, ["look", "blog"]),
		},
		navigation: navigationOf(sources, blog.path),
	};
}

function resolveAppPage(
	sources: PageSources,
	{ page, params }: AppPageMatch,
	request: PageRequest,
): Payload {
	const names = page.middleware ?? [];
	if (page.isValid?.(params) === false) return refuseInvalid(sources, request);
	const outcome = sources.guards.judgeNamed(request.path, request.query, names);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	return {
		kind: "page",
		page: {
			id: page.id,
			path: request.path,
			title: page.title,
			description: page.description,
			hasHeading: true,
			headings: [],
			layout: "default",
			middleware: names,
		},
		navigation: navigationOf(sources, request.path),
	};
}

/** The home page of a folder that has none. */
function contentsPage(sources: PageSources): Payload {
	const html = contentsHtml(contentsSources(sources));
	return {
		kind: "page",
		page: {
			id: "index",
			path: "/",
			title: "",
			html,
			hasHeading: true,
			headings: [],
			layout: "default",
			middleware: [],
			...stylesOf(sources, ["landing", "components"]),
		},
		navigation: navigationOf(sources, "/"),
	};
}

/** The same page under another letter case, or under the name of its file. */
function resolveOtherSpelling(sources: PageSources, request: PageRequest): Payload | undefined {
	const { revision, guards } = sources;
	const page = revision.pages.get(revision.foldedPaths.get(foldPath(request.path)) ?? "");
	// A redirect to a hidden page would tell that it exists.
	if (page === undefined || guards.judge(page, request.query).kind === "abort") return undefined;
	const to = urlPath(revision.config.public.basePath, page.path) + request.query;
	return { kind: "redirect", to, status: 308 };
}

/** What middleware has said, in the place of the page. */
function refuseGuarded(
	sources: PageSources,
	{ path }: PageRequest,
	outcome: Exclude<MiddlewareOutcome, { readonly kind: "pass" }>,
): Payload {
	return outcome.kind === "redirect" ? outcome : refusePage(sources, path, outcome.error);
}

function refuseInvalid(sources: PageSources, { path, query }: PageRequest): ErrorPayload {
	return refusePage(sources, path, pageNotValid(path + query));
}

function pageData(page: Page, tocDepth: number): PageData {
	const { description, robots, image, colorMode, middleware, flag, hero, features } =
		page.frontMatter;
	return {
		id: page.path === "/" || hero !== undefined || features !== undefined ? "index" : "page",
		path: page.path,
		title: page.title,
		description,
		robots: flag === undefined ? robots : "noindex",
		flag,
		image,
		hasHeading: page.hasHeading,
		headings: page.headings.filter(({ level }) => level <= tocDepth),
		layout: "default",
		middleware,
		colorMode,
	};
}

function navigationOf({ revision, guards }: PageSources, path: string): PageNavigation {
	const navigation = navigationFor(revision, path, guards.isListed);
	const { pages } = revision;
	const isBlog = pages.get(path)?.frontMatter.type === "blog" || blogOf(pages, path) !== undefined;
	// A blog is read by its lists; all its posts in a sidebar would be one more.
	return foldNavigation(isBlog ? { ...navigation, sidebar: [] } : navigation, path);
}

export interface AppPageMatch {
	readonly page: AppPage;
	readonly params: Readonly<Record<string, string | undefined>>;
}

/** The page that is code and answers at a path, with the params of its pattern. */
export function matchAppPage(pages: readonly AppPage[], path: string): AppPageMatch | undefined {
	for (const page of pages) {
		const match = matchPath({ path: page.pattern, caseSensitive: true }, path);
		if (match !== null) return { page, params: match.params };
	}
	return undefined;
}
