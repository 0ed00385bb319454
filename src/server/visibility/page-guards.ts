import { internalError, type PageError, pageNotFound } from "../../shared/page/errors.ts";
import {
	type MiddlewareOutcome,
	type MiddlewareRegistry,
	runMiddleware,
} from "../../shared/page/middleware.ts";
import { previewToken } from "../../shared/page/preview.ts";
import type { Page } from "../content/pages/page.ts";
import { isVisible } from "../content/pages/page.ts";
import type { PreviewSigner } from "./preview-signer.ts";

export interface PageGuardsOptions {
	/** Milliseconds since the Unix epoch: pages can be dated. */
	readonly nowMs: number;
	readonly middleware: MiddlewareRegistry;
	readonly previews: Pick<PreviewSigner, "isValid">;
}

/** Who may see what, at one moment. */
export interface PageGuards {
	/** Says whether listings may name the page: no visitor is led to a page that they may not see. */
	readonly isListed: (page: GuardedPage) => boolean;
	/** Whether the page may be shown for this request. */
	readonly judge: (page: GuardedPage, query: string) => MiddlewareOutcome;
	/** The same for a page that is code, which has no dates. */
	readonly judgeNamed: (path: string, query: string, names: readonly string[]) => MiddlewareOutcome;
	/** Whether the page is, for this request, as if there were none: a draft, or one of another time. */
	readonly isHidden: (page: GuardedPage, query: string) => boolean;
	/** Says whether the query carries a signed preview of this very page. */
	readonly isPreviewed: (path: string, query: string) => boolean;
}

type GuardedPage = Pick<Page, "path" | "frontMatter" | "isReadable">;

/** The same guards for documents, payloads, islands and every listing. */
export function createPageGuards({ nowMs, middleware, previews }: PageGuardsOptions): PageGuards {
	function isPreviewed(path: string, query: string): boolean {
		const token = previewToken(query);
		return token !== undefined && previews.isValid(path, token, nowMs);
	}

	function judgeNamed(path: string, query: string, names: readonly string[]): MiddlewareOutcome {
		if (names.length === 0) return { kind: "pass" };
		return runMiddleware(middleware, names, { path, query, isPreviewed: isPreviewed(path, query) });
	}

	function isHidden(page: GuardedPage, query: string): boolean {
		return !isVisible(page, nowMs) && !isPreviewed(page.path, query);
	}

	function judge(page: GuardedPage, query: string): MiddlewareOutcome {
		const { path, frontMatter, isReadable } = page;
		// Its front matter is not known: a failure says so, and shows nothing.
		if (!isReadable) return abort(internalError());
		if (isHidden(page, query)) return abort(pageNotFound(path));
		return judgeNamed(path, query, frontMatter.middleware);
	}

	return {
		isPreviewed,
		isHidden,
		judge,
		judgeNamed,
		isListed(page) {
			// What only some visitors see is not for lists that all of them get.
			if (!page.isReadable || page.frontMatter.flag !== undefined) return false;
			return judge(page, "").kind !== "abort";
		},
	};
}

function abort(error: PageError): MiddlewareOutcome {
	return { kind: "abort", error };
}
