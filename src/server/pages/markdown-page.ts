import { pageNotFound } from "../../shared/page/errors.ts";
import type { PageData, Payload } from "../../shared/page/payload.ts";
import { keepQueryAndHash } from "../../shared/routing/redirect-target.ts";
import { editionOf, untranslatedPath } from "../content/editions.ts";
import { notFoundPage, type Page } from "../content/pages/page.ts";
import { markdownPath } from "../discovery/page-markdown.ts";
import { neighborsAt } from "./neighbors.ts";
import { newestPath, pageEditions } from "./page-editions.ts";
import { navigationOf, type PageRequest, type PageSources, stylesOf } from "./page-sources.ts";
import { cardsBelow, contentsOf } from "./parts/contents.ts";
import { type FramedPage, pageParts } from "./parts/page-parts.ts";
import { refuseGuarded, refusePage } from "./refuse-page.ts";

/** @param request Its path differs from the page's own where the page is not translated. */
export function resolveMarkdownPage(
	sources: PageSources,
	page: Page,
	request: PageRequest,
): Payload {
	const { guards, revision } = sources;
	const { settings } = revision.config;
	const { path, query } = request;
	const outcome = guards.judge(page, query);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	if (page === notFoundPage(revision.pages, settings.notFound)) {
		return refusePage(sources, page.path, pageNotFound(page.path));
	}
	const { redirect } = page.frontMatter;
	if (redirect !== undefined) {
		// The browser keeps the fragment, which it does not send.
		return { kind: "redirect", to: keepQueryAndHash(redirect, query, ""), status: 307 };
	}
	const isPreviewed = guards.isPreviewed(page.path, query);
	const { flag, code } = page.frontMatter;
	const isOpen = !isPreviewed && flag === undefined && code === undefined && page.path !== "/";
	const editions = { revision, isListed: guards.isListed };
	const data = {
		...pageData(sources, page, path),
		...(isPreviewed && { robots: "noindex", flag: undefined }),
		...partsOf(sources, page),
		...(code === undefined && { editions: pageEditions(editions, path, path !== page.path) }),
		...(isOpen && { source: markdownPath(page.path) }),
		...neighborsAt(editions, page, path),
	};
	return {
		kind: "page",
		page: { ...data, ...stylesOf(sources, data) },
		navigation: navigationOf(sources, path),
	};
}

/** A page without a translation has its original text at the address of the translation. */
export function resolveUntranslated(
	sources: PageSources,
	request: PageRequest,
): Payload | undefined {
	const { revision, guards } = sources;
	const original = untranslatedPath(request.path, revision.config.editions);
	const page = original === undefined ? undefined : revision.pages.get(original);
	if (page === undefined || guards.judge(page, "").kind !== "pass") return undefined;
	return resolveMarkdownPage(sources, page, request);
}

/** @param path Where the page is shown. Search engines know it by its canonical path. */
function pageData({ revision, guards }: PageSources, page: Page, path: string): PageData {
	const { editions, settings } = revision.config;
	const { description, robots, image, colorMode, middleware, flag, code, layout } =
		page.frontMatter;
	const { hero, features, type } = page.frontMatter;
	const isLanding = hero !== undefined || features !== undefined;
	const kind = page.path === "/" ? "index" : "page";
	const { version } = editionOf(path, editions);
	const isUnindexed = version !== editions.versions[0] && version?.indexed === false;
	const newest = newestPath({ revision, isListed: guards.isListed }, page.path);
	const { title, hasHeading } = page;
	return {
		id: code ?? (isLanding ? "index" : type === "blog" ? "blog" : kind),
		...{ path, title, description, flag, image, hasHeading, middleware, colorMode },
		robots: isUnindexed ? (robots ?? "noindex") : flag === undefined ? robots : "noindex",
		...(newest === undefined && path === page.path ? {} : { canonicalPath: newest ?? page.path }),
		headings: page.headings.filter(({ level }) => level <= settings.toc.depth),
		layout: revision.code?.layouts.includes(layout) === true ? layout : "default",
	};
}

function partsOf(sources: PageSources, page: Page): FramedPage {
	const { revision, guards } = sources;
	const { public: site } = revision.config;
	const { description = site.description, code } = page.frontMatter;
	const html = sources.bodyOf(page);
	if (code !== undefined) return { html };
	const isEmpty = hasOnlyTitle(page, html);
	if (isEmpty && page.path === "/") {
		return { ...contentsOf(sources, { name: page.title || site.name, description }), html: "" };
	}
	const parts = pageParts(page, html, { revision, isListed: guards.isListed });
	return isEmpty ? { ...parts, cards: cardsBelow(sources, page.path) } : parts;
}

function hasOnlyTitle({ frontMatter }: Page, html: string): boolean {
	const { hero, features, type } = frontMatter;
	if (hero !== undefined || features !== undefined || type === "blog") return false;
	return /^\s*(?:<h1\b[^>]*>(?:(?!<h1\b|<\/h1>).)*<\/h1>)?\s*$/s.test(html);
}
