import { pageNotValid } from "../../shared/page/errors.ts";
import type {
	MiddlewareContext,
	MiddlewareOutcome,
	MiddlewareRegistry,
} from "../../shared/page/middleware.ts";

/**
 * All middleware that a page can name. To add middleware, write it in this folder and add it
 * here: the server and the check of the site folder read this table.
 */
export const MIDDLEWARE: MiddlewareRegistry = new Map([["preview", requirePreview]]);

/** Guards pages that are never public: only a signed link opens them. */
function requirePreview({ path, query, isPreviewed }: MiddlewareContext): MiddlewareOutcome {
	if (isPreviewed) return { kind: "pass" };
	return { kind: "abort", error: pageNotValid(path + query) };
}
