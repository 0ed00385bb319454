import { pageNotValid } from "../../shared/page/errors.ts";
import type { MiddlewareContext, MiddlewareOutcome } from "../../shared/page/middleware.ts";

/** For pages that are never public: only a signed link shows them. */
export function requirePreview({ path, query, isPreviewed }: MiddlewareContext): MiddlewareOutcome {
	if (isPreviewed) return { kind: "pass" };
	return { kind: "abort", error: pageNotValid(path + query) };
}
