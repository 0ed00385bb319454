import type { PageError } from "../../shared/page/errors.ts";
import type { MiddlewareOutcome } from "../../shared/page/middleware.ts";
import type { PageLink, PageNavigation } from "../../shared/page/navigation.ts";
import type { ErrorPayload, PageData, PagePayload, Payload } from "../../shared/page/payload.ts";
import type { PageGuards } from "../authorization/page-guards.ts";
import { foldNavigation } from "../content/navigation/fold-navigation.ts";
import { navigationFor } from "../content/navigation/navigation.ts";
import { blogOf } from "../content/pages/list-posts.ts";
import { notFoundPage, type Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { editionOf } from "../content/versions.ts";

export interface PageRequest {
	/** Decoded, without base path. */
	readonly path: string;
	/** With its question mark; can be empty. */
	readonly query: string;
}

/** Input for the payload of a page. */
export interface PageSources {
	readonly revision: Revision;
	/** @returns The body of a page with its islands, as visitors may see them now. */
	readonly bodyOf: (page: Page) => string;
	readonly guards: PageGuards;
	/** Whether only some visitors may read a path. */
	readonly isPrivate: (path: string) => boolean;
	/** The link to sign in or out, if these visitors have one. */
	readonly session?: PageLink | undefined;
	/** @returns File names of style sheets, by their names in the sources. */
	readonly sheetFiles: (names: readonly string[]) => readonly string[];
	/** @returns File names of the style sheets of the modules of the site folder that a page shows. */
	readonly codeStyles: (page: PageData) => readonly string[];
	/** @returns Links to pages with similar addresses that every visitor may see. */
	readonly nearest: (path: string) => readonly PageLink[];
}

/** Creates the payload of a page that is not written in Markdown. */
export function generatedPage(
	page: Pick<PageData, "id" | "path" | "title"> & Partial<PageData>,
	navigation: PageNavigation,
): PagePayload {
	const common = { hasHeading: false, headings: [], layout: "default", middleware: [] } as const;
	return { kind: "page", page: { ...common, ...page }, navigation };
}

export function navigationOf(
	{ revision, guards, session }: PageSources,
	path: string,
): PageNavigation {
	const navigation = {
		...navigationFor(revision, path, guards.isListed),
		...(session !== undefined && { session }),
	};
	const { pages } = revision;
	const isBlog = pages.get(path)?.frontMatter.type === "blog" || blogOf(pages, path) !== undefined;
	// A blog has lists of posts: a sidebar would repeat them.
	return foldNavigation(isBlog ? { ...navigation, sidebar: [] } : navigation, path);
}

/** Matches elements that most pages lack, such as tabs, cards, formulas and changed lines of code. */
const COMPONENTS =
	/<(?:dt|mark|math)\b|class="(?:button|tabs|cards?|steps|file-tree|badge|link-button|figure|line (?:added|removed))|<span class="[^"]*" data-line/;

/** Returns the style sheets that only some pages need. */
export function stylesOf(
	sources: PageSources,
	{ id, path, html = "", ...parts }: Pick<PageData, "id" | "path"> & Partial<PageData>,
): Pick<PageData, "styles"> {
	const { breadcrumbs, feedback, foot, post, posts, editions, cards, hero } = parts;
	const isPost = post !== undefined || posts !== undefined;
	const isFramed =
		isPost || [breadcrumbs, feedback, foot, editions].some((part) => part !== undefined);
	const hasComponents = cards !== undefined && hero === undefined;
	const sheets = [
		...(id === "index" || path === "/" ? ["landing"] : []),
		...(isFramed ? ["look"] : []),
		...(isPost ? ["blog"] : []),
		...(hasComponents || COMPONENTS.test(html) ? ["components"] : []),
		...(html.includes('<figure class="diagram"') ? ["diagram"] : []),
		...(html.startsWith('<div class="api">') ? ["api"] : []),
	];
	return sheets.length === 0 ? {} : { styles: sources.sheetFiles(sheets) };
}

/** Returns an error instead of a page, with the navigation of its path. */
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
		...(own !== undefined && { html: sources.bodyOf(own) }),
		...(own?.hasHeading === false && { title: own.title }),
	};
}

/** Returns the redirect or the error of a guard. */
export function refuseGuarded(
	sources: PageSources,
	{ path }: PageRequest,
	outcome: Exclude<MiddlewareOutcome, { readonly kind: "pass" }>,
): Payload {
	return outcome.kind === "redirect" ? outcome : refusePage(sources, path, outcome.error);
}

/** Returns the operator's page for error 404, if every visitor may see it. */
function ownNotFound({ revision, guards }: PageSources): Page | undefined {
	const page = notFoundPage(revision.pages, revision.config.settings.notFound);
	return page !== undefined && guards.checkAccess(page, "").kind === "pass" ? page : undefined;
}
