import { pageNotValid } from "../../shared/page/errors.ts";
import type {
	MiddlewareContext,
	MiddlewareOutcome,
	MiddlewareRegistry,
} from "../../shared/page/middleware.ts";

/**
 * Every middleware that a page can name. To add one, write it in this folder and name it
 * here: the server, the browser and the check of the site folder all read this table.
 */
export const MIDDLEWARE: MiddlewareRegistry = new Map([["preview", requirePreview]]);

/** For pages that are never public: only a signed link shows them. */
function requirePreview({ path, query, isPreviewed }: MiddlewareContext): MiddlewareOutcome {
	if (isPreviewed) return { kind: "pass" };
	return { kind: "abort", error: pageNotValid(path + query) };
}
