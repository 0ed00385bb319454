import { pageNotFound } from "../../shared/page/errors.ts";
import type { PageData, PagePayload, Payload } from "../../shared/page/payload.ts";
import { foldPath } from "../../shared/routing/route-pattern.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { listedAt } from "../authorization/page-guards.ts";
import { type Editions, editionOf } from "../content/editions.ts";
import { codePartsIn, layoutsAbove } from "../content/pages/code-parts.ts";
import { listPosts } from "../content/pages/list-posts.ts";
import { type CodePage, matchPattern } from "../content/site-code.ts";
import { isMachinePath } from "../seo/machine-paths.ts";
import { contentsOf } from "./contents.ts";
import { resolveMarkdownPage, resolveUntranslated } from "./markdown-page.ts";
import {
	generatedPage,
	navigationOf,
	type PageRequest,
	type PageSources,
	refuseGuarded,
	refusePage,
	stylesOf,
} from "./page-sources.ts";
import { parseBlogListPath, postList, postsAt } from "./posts.ts";

/**
 * Resolves a path to a page, a redirect, another document, or an error.
 *
 * Documents and payloads both use it, so that a page is hidden from both or from neither.
 */
export function resolvePage(sources: PageSources, request: PageRequest): Payload {
	const { editions } = sources.revision.config;
	const payload = withEdition(resolveAt(sources, request), request.path, editions);
	if (payload.kind !== "page") return payload;
	const page =
		sources.revision.code === undefined ? payload.page : withCodeStyles(sources, payload);
	return {
		...payload,
		page: sources.isPrivate(request.path) ? { ...page, isPrivate: true } : page,
	};
}

function withCodeStyles({ codeStyles }: PageSources, { page }: PagePayload): PageData {
	const styles = codeStyles(codeOf(page));
	return styles.length === 0 ? page : { ...page, styles: [...(page.styles ?? []), ...styles] };
}

/** @returns Ids of modules of the site folder that a page needs, whether or not they exist. */
function codeOf({ id, layout, html = "" }: PageData): readonly string[] {
	// The entry has the styles of the layout "default", the frame of every page.
	const layouts = layout === "default" ? [] : [`layouts/${layout}`];
	return [id, ...layoutsAbove(id), ...layouts, ...codePartsIn(html)];
}

function resolveAt(sources: PageSources, request: PageRequest): Payload {
	const { revision, guards } = sources;
	const { path, query } = request;
	const page = revision.pages.get(path);
	// A hidden page is handled like an absent one: the responses must not differ.
	if (page !== undefined && !guards.isHidden(page, query)) {
		return resolveMarkdownPage(sources, page, request);
	}
	const untranslated = resolveUntranslated(sources, request);
	if (untranslated !== undefined) return untranslated;

	const match = matchPattern(revision.code?.pages ?? [], path);
	if (match !== undefined) return resolveCodePage(sources, match.module, request);

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
	const outcome = sources.guards.checkNamedAccess(path, query, middleware);
	if (outcome.kind !== "pass") return refuseGuarded(sources, request, outcome);
	return generatedPage(
		{ ...{ id, path, title, description, middleware, layout, colorMode, robots, image } },
		navigationOf(sources, path),
	);
}

/** Redirects from another letter case, and from the file name of the page. */
function resolveOtherSpelling(sources: PageSources, request: PageRequest): Payload | undefined {
	const { revision, guards } = sources;
	const page = revision.pages.get(revision.foldedPaths.get(foldPath(request.path)) ?? "");
	// A redirect to a hidden page would show that it exists.
	if (page === undefined || guards.checkAccess(page, request.query).kind === "abort")
		return undefined;
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

/** Resolves a later page of a blog's list, or the list of a tag. */
function resolveBlogList(sources: PageSources, { path }: PageRequest): Payload | undefined {
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

/** Returns the home page of a site without one. */
function contentsPage(sources: PageSources): Payload {
	const contents = contentsOf(sources, sources.revision.config.public);
	const page = { id: "index", path: "/", title: "", ...contents, html: "" };
	return generatedPage({ ...page, ...stylesOf(sources, page) }, navigationOf(sources, "/"));
}
