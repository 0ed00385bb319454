import { internalError, type PageError, pageNotFound } from "../../shared/page/errors.ts";
import {
	type MiddlewareOutcome,
	type MiddlewareRegistry,
	previewToken,
	runMiddleware,
} from "../../shared/page/middleware.ts";
import { isVisible, type Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import type { PreviewSigner } from "./preview-signer.ts";

export interface PageGuardsOptions {
	/** Milliseconds since the Unix epoch, to check the dates of pages. */
	readonly nowMs: number;
	readonly middleware: MiddlewareRegistry;
	/** Names of the site folder's middleware, which runs for each request; absent: none. */
	readonly codeMiddleware?: readonly string[] | undefined;
	readonly previews: Pick<PreviewSigner, "isValid">;
}

/** Visibility checks for pages at one time. */
export type PageGuards = ReturnType<typeof createPageGuards>;

/** Pages, and the check of their visibility. */
export interface GuardedPages {
	readonly revision: Pick<Revision, "pages" | "config">;
	readonly guards: Pick<PageGuards, "isListed">;
}

/** @returns The page at a path if lists may name it. */
export function listedAt({ revision, guards }: GuardedPages, path: string): Page | undefined {
	const page = revision.pages.get(path);
	return page !== undefined && guards.isListed(page) ? page : undefined;
}

type GuardedPage = Pick<Page, "path" | "frontMatter" | "isReadable">;

/** Creates the guards that documents, payloads, islands and every listing share. */
export function createPageGuards({
	nowMs,
	middleware,
	codeMiddleware = [],
	previews,
}: PageGuardsOptions) {
	return { isPreviewed, isHidden, checkAccess, checkNamedAccess, isListed };

	/** Whether the query contains a signed preview of this page. */
	function isPreviewed(path: string, query: string): boolean {
		const token = previewToken(query);
		return token !== undefined && previews.isValid(path, token, nowMs);
	}

	/** Whether the page is handled like an absent one: a draft, not yet published, or expired. */
	function isHidden(page: GuardedPage, query: string): boolean {
		return !isVisible(page, nowMs) && !isPreviewed(page.path, query);
	}

	/** Whether the page may be shown for this request. */
	function checkAccess(page: GuardedPage, query: string): MiddlewareOutcome {
		const { path, frontMatter, isReadable } = page;
		// Its front matter is unknown: an error shows no content.
		if (!isReadable) return abort(internalError());
		if (isHidden(page, query)) return abort(pageNotFound(path));
		return checkNamedAccess(path, query, frontMatter.middleware);
	}

	/** Does the same for a page that is code, which has no dates. */
	function checkNamedAccess(
		path: string,
		query: string,
		named: readonly string[],
	): MiddlewareOutcome {
		const names = named.filter((name) => !codeMiddleware.includes(name));
		if (names.length === 0) return { kind: "pass" };
		return runMiddleware(middleware, names, { path, query, isPreviewed: isPreviewed(path, query) });
	}

	/** Whether listings may name the page: every visitor gets the same listings. */
	function isListed(page: GuardedPage): boolean {
		const { flag, middleware: named } = page.frontMatter;
		if (!page.isReadable || flag !== undefined) return false;
		// Such middleware decides by the request, but lists are for all visitors.
		if (named.some((name) => codeMiddleware.includes(name))) return false;
		return checkAccess(page, "").kind !== "abort";
	}
}

function abort(error: PageError): MiddlewareOutcome {
	return { kind: "abort", error };
}
