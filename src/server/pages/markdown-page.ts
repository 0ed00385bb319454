import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { pageNotFound } from "../../shared/page/errors.ts";
import type { PageData, Payload } from "../../shared/page/payload.ts";
import { wordIn } from "../../shared/page/words.ts";
import { keepQueryAndHash } from "../../shared/routing/redirect-target.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { editionOf, untranslatedPath } from "../content/editions.ts";
import { notFoundPage } from "../content/pages/not-found-page.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { MARKDOWN_LINK_CLASS, markdownPath } from "../discovery/page-markdown.ts";
import { contentsHtml, partsHtml } from "./chrome/contents-html.ts";
import { addPageChrome, type PageParts } from "./chrome/page-chrome.ts";
import { editionNotes, newestPath } from "./edition-notes.ts";
import { neighborsAt } from "./neighbors.ts";
import { navigationOf, type PageRequest, type PageSources, stylesOf } from "./page-sources.ts";
import { refuseGuarded, refusePage } from "./refuse-page.ts";

/** @param request Its path differs from the page's own where the page is not translated. */
export function resolveMarkdownPage(
	sources: PageSources,
	page: Page,
	request: PageRequest,
): Payload {
	const { guards, revision } = sources;
	const { look } = revision.config;
	const { path, query } = request;
	const outcome = guards.judge(page, query);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	if (page === notFoundPage(revision.pages, look.notFoundFile)) {
		return refusePage(sources, page.path, pageNotFound(page.path));
	}
	const { redirect } = page.frontMatter;
	if (redirect !== undefined) {
		// The browser keeps the fragment, which it does not send.
		return { kind: "redirect", to: keepQueryAndHash(redirect, query, ""), status: 307 };
	}
	const isPreviewed = guards.isPreviewed(page.path, query);
	const isOpen = !isPreviewed && page.frontMatter.flag === undefined;
	const editions = { revision, isListed: guards.isListed };
	const html = htmlOf(sources, page, {
		start: editionNotes(editions, path, path !== page.path) + sources.bodyOf(page),
		end: isOpen && page.frontMatter.code === undefined ? markdownLink(revision, page.path) : "",
	});
	const preview = isPreviewed ? { robots: "noindex", flag: undefined } : {};
	const data = { ...pageData(sources, page, path), ...preview, ...html };
	const neighbors = neighborsAt(editions, page, path);
	return { kind: "page", page: { ...data, ...neighbors }, navigation: navigationOf(sources, path) };
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
	const { editions, look } = revision.config;
	const { description, robots, image, colorMode, middleware, flag, hero, features, code, layout } =
		page.frontMatter;
	const isLanding = page.path === "/" || hero !== undefined || features !== undefined;
	const { version } = editionOf(path, editions);
	const isUnindexed = version !== editions.versions[0] && version?.indexed === false;
	const newest = newestPath({ revision, isListed: guards.isListed }, page.path);
	const { title, hasHeading } = page;
	return {
		id: code ?? (isLanding ? "index" : "page"),
		...{ path, title, description, flag, image, hasHeading, middleware, colorMode },
		robots: isUnindexed ? (robots ?? "noindex") : flag === undefined ? robots : "noindex",
		...(newest === undefined && path === page.path ? {} : { canonicalPath: newest ?? page.path }),
		headings: page.headings.filter(({ level }) => level <= look.tocDepth),
		layout: revision.code?.layouts.includes(layout) === true ? layout : "default",
	};
}

/** Part of the body, so that the app needs no code for it. The home page has no such link. */
function markdownLink({ config }: Revision, path: string): string {
	if (path === "/") return "";
	const url = escapeAttribute(urlPath(config.public.basePath, markdownPath(path)));
	return `<p class="${MARKDOWN_LINK_CLASS}"><a href="${url}" data-file>${escapeText(wordIn(config.look.look, "Open as Markdown"))}</a></p>\n`;
}

function htmlOf(
	sources: PageSources,
	page: Page,
	body: PageParts,
): Pick<PageData, "html" | "hasHeading" | "styles"> {
	const { revision, guards } = sources;
	if (page.frontMatter.code !== undefined) return { html: body.start, hasHeading: true };
	const isEmpty = hasOnlyTitle(sources, page);
	if (isEmpty && page.path === "/") {
		const { public: site } = revision.config;
		const name = page.title || site.name;
		const description = page.frontMatter.description ?? site.description;
		const start = contentsHtml(sources, { name, description });
		return {
			html: start + body.start + body.end,
			hasHeading: true,
			...stylesOf(sources, ["landing", "components"]),
		};
	}
	const parts = isEmpty ? partsHtml(sources, page.path) : "";
	const { sheets, ...framed } = addPageChrome(
		page,
		{ ...body, start: body.start + parts },
		{ revision, isListed: guards.isListed },
	);
	return { ...framed, ...stylesOf(sources, sheets) };
}

function hasOnlyTitle({ bodyOf }: PageSources, page: Page): boolean {
	const { hero, features = [], type } = page.frontMatter;
	if (hero !== undefined || features.length > 0 || type === "blog") return false;
	return /^\s*(?:<h1\b[^>]*>(?:(?!<h1\b|<\/h1>).)*<\/h1>)?\s*$/s.test(bodyOf(page));
}
