import { pageNotFound } from "../../shared/page/errors.ts";
import type { Payload } from "../../shared/page/payload.ts";
import { foldPath } from "../../shared/routing/route-pattern.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { type Editions, editionOf } from "../content/editions.ts";
import { type CodePage, matchCodePage } from "../content/site-code.ts";
import { isMachinePath } from "../discovery/sitemap.ts";
import { contentsPage, resolveBlogList } from "./list-page.ts";
import { resolveMarkdownPage, resolveUntranslated } from "./markdown-page.ts";
import { generatedPage, navigationOf, type PageRequest, type PageSources } from "./page-sources.ts";
import { refuseGuarded, refusePage } from "./refuse-page.ts";

/**
 * Finds what a visitor gets at a path: a page, a redirect, another document, or an error.
 *
 * Documents and payloads both use it, so that a page is hidden from both or from neither.
 */
export function resolvePage(sources: PageSources, request: PageRequest): Payload {
	const { editions } = sources.revision.config;
	const payload = withEdition(resolveAt(sources, request), request.path, editions);
	if (payload.kind !== "page" || !sources.isPrivate(request.path)) return payload;
	return { ...payload, page: { ...payload.page, isPrivate: true } };
}

function resolveAt(sources: PageSources, request: PageRequest): Payload {
	const { revision, guards } = sources;
	const { path, query } = request;
	const page = revision.pages.get(path);
	// A hidden page takes the same way as an absent one: the answers must not differ.
	if (page !== undefined && !guards.isHidden(page, query)) {
		return resolveMarkdownPage(sources, page, request);
	}
	const untranslated = resolveUntranslated(sources, request);
	if (untranslated !== undefined) return untranslated;

	const match = matchCodePage(revision.code?.pages ?? [], path);
	if (match !== undefined) return resolveCodePage(sources, match.page, request);

	if (revision.files.has(path) || isMachinePath(path)) return { kind: "document" };
	if (path === "/") return contentsPage(sources);
	return (
		resolveBlogList(sources, request) ??
		resolveOtherSpelling(sources, request) ??
		refusePage(sources, path, pageNotFound(path))
	);
}

/** Resolves a page that is a module of the site folder. */
function resolveCodePage(
	sources: PageSources,
	{ id, parsed: { frontMatter } }: CodePage,
	request: PageRequest,
): Payload {
	const { path, query } = request;
	const { title = "", description, middleware, layout, colorMode, robots, image } = frontMatter;
	const outcome = sources.guards.judgeNamed(path, query, middleware);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	return generatedPage(
		{ ...{ id, path, title, description, middleware, layout, colorMode, robots, image } },
		navigationOf(sources, path),
	);
}

/** Redirects from another letter case, and from the name of the page's file. */
function resolveOtherSpelling(sources: PageSources, request: PageRequest): Payload | undefined {
	const { revision, guards } = sources;
	const page = revision.pages.get(revision.foldedPaths.get(foldPath(request.path)) ?? "");
	// A redirect to a hidden page would show that it exists.
	if (page === undefined || guards.judge(page, request.query).kind === "abort") return undefined;
	const to = urlPath(revision.config.public.basePath, page.path) + request.query;
	return { kind: "redirect", to, status: 308 };
}

/** Adds the language of the path, and the version if it is not the newest. */
export function withEdition<Given extends Payload>(
	payload: Given,
	path: string,
	editions: Editions,
): Given {
	const { locale, version } = editionOf(path, editions);
	const isOld = version !== editions.versions[0];
	if (payload.kind !== "page" || (locale === undefined && !isOld)) return payload;
	const page = {
		...payload.page,
		...(locale === undefined ? {} : { locale: locale.code }),
		...(isOld ? { version: version?.name } : {}),
	};
	return { ...payload, page };
}
