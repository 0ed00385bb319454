import { matchPath } from "react-router";
import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { type PageError, pageNotFound, pageNotValid } from "../../shared/page/errors.ts";
import type { MiddlewareOutcome } from "../../shared/page/middleware.ts";
import type { PageLink, PageNavigation } from "../../shared/page/navigation.ts";
import type { ErrorPayload, PageData, Payload } from "../../shared/page/payload.ts";
import { keepQueryAndHash } from "../../shared/routing/redirect-target.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import type { Page } from "../content/pages/page.ts";
import { foldPath } from "../content/pages/page-path.ts";
import type { Revision } from "../content/revision.ts";
import { navigationFor, neighborsOf } from "../content/site-tree/navigation.ts";
import { MARKDOWN_LINK_CLASS, markdownPath } from "../discovery/page-markdown.ts";
import type { PageGuards } from "./page-guards.ts";
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
	/** Pages that may have been meant, and may be named. */
	readonly nearest: (path: string) => readonly PageLink[];
}

/**
 * The one door to pages: documents and payloads get theirs here, so that what is hidden
 * from one is hidden from all.
 */
export function resolvePage(sources: PageSources, request: PageRequest): Payload {
	const page = sources.revision.pages.get(request.path);
	// From here on, a hidden page is one that does not exist: its answer must not tell them apart.
	if (page !== undefined && !sources.guards.isHidden(page, request.query))
		return resolveMarkdownPage(sources, page, request);

	const match = matchAppPage(sources.appPages, request.path);
	if (match !== undefined) return resolveAppPage(sources, match, request);

	if (sources.revision.files.has(request.path)) return { kind: "document" };
	if (request.path === "/") return contentsPage(sources);
	return (
		resolveOtherSpelling(sources, request) ??
		refusePage(sources, request.path, pageNotFound(request.path))
	);
}

/** An error in the place of a page, with the navigation of the place where it would have been. */
export function refusePage(sources: PageSources, path: string, error: PageError): ErrorPayload {
	const nearest = error.status === 404 ? sources.nearest(path) : [];
	return {
		kind: "error",
		error,
		navigation: navigationOf(sources, path),
		...(nearest.length === 0 ? {} : { nearest }),
	};
}

function resolveMarkdownPage(sources: PageSources, page: Page, request: PageRequest): Payload {
	const { guards, revision } = sources;
	const outcome = guards.judge(page, request.query);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	const { redirect } = page.frontMatter;
	if (redirect !== undefined) {
		// The browser keeps the fragment, which no server sees.
		return { kind: "redirect", to: keepQueryAndHash(redirect, request.query, ""), status: 307 };
	}
	const isPreviewed = guards.isPreviewed(page.path, request.query);
	const isOpen = !isPreviewed && page.frontMatter.flag === undefined;
	return {
		kind: "page",
		page: {
			...pageData(page),
			...(isPreviewed ? { robots: "noindex", flag: undefined } : {}),
			html: sources.bodyOf(page) + (isOpen ? markdownLink(revision, page.path) : ""),
			...neighborsOf(revision, page.path, guards.isListed),
		},
		navigation: navigationOf(sources, page.path),
	};
}

/** In the body, so that the app in the browser need not know of it. A home page is no text to copy. */
function markdownLink({ config }: Revision, path: string): string {
	if (path === "/") return "";
	const url = escapeAttribute(urlPath(config.public.basePath, markdownPath(path)));
	return `<p class="${MARKDOWN_LINK_CLASS}"><a href="${url}" data-file>Open as Markdown</a></p>\n`;
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

/** The home page of a folder that has none: what there is, as a list of links. */
function contentsPage(sources: PageSources): Payload {
	const navigation = navigationOf(sources, "/");
	const { basePath, name } = sources.revision.config.public;
	return {
		kind: "page",
		page: {
			id: "page",
			path: "/",
			title: "",
			html: contentsHtml(basePath, name, navigation),
			hasHeading: true,
			headings: [],
			layout: "default",
			middleware: [],
		},
		navigation,
	};
}

function contentsHtml(
	basePath: string,
	siteName: string,
	{ sections, sidebar }: PageNavigation,
): string {
	const links = [...sections, ...sidebar].map(({ title, path }) =>
		path === undefined
			? `<li>${escapeText(title)}</li>`
			: `<li><a href="${escapeAttribute(urlPath(basePath, path))}">${escapeText(title)}</a></li>`,
	);
	return `<h1>${escapeText(siteName)}</h1>\n<ul>\n${links.join("\n")}\n</ul>`;
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

function pageData(page: Page): PageData {
	const { description, robots, image, colorMode, middleware, flag } = page.frontMatter;
	return {
		id: page.path === "/" ? "index" : "page",
		path: page.path,
		title: page.title,
		description,
		robots: flag === undefined ? robots : "noindex",
		flag,
		image,
		hasHeading: page.hasHeading,
		headings: page.headings,
		layout: "default",
		middleware,
		colorMode,
	};
}

function navigationOf({ revision, guards }: PageSources, path: string): PageNavigation {
	return navigationFor(revision, path, guards.isListed);
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
