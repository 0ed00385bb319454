import { ISLAND_ENDPOINT } from "../../shared/page/islands.ts";
import { PREVIEW_PARAMETER } from "../../shared/page/middleware.ts";
import { pageQueryOfPayload } from "../../shared/routing/routes.ts";
import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import type { RequestTarget } from "../http/request-target.ts";

/**
 * Names the answer to a request: by its URL path alone, since a query that no page looks at must
 * not make another entry. Islands and searches are named by their query as well.
 *
 * @param canonicalQuery Parameters that make a different page.
 * @returns `undefined` when the query can change the answer; such an answer is never kept.
 */
export function answerKey(
	{ kind, path, url, query, wantsPayload }: RequestTarget,
	canonicalQuery: readonly string[],
): string | undefined {
	if (kind !== "exact" || path === undefined) return undefined;
	if (path.startsWith(ISLAND_ENDPOINT) || path === SEARCH_ENDPOINT) return url + query;
	const pageQuery = wantsPayload ? pageQueryOfPayload(query) : query;
	if (pageQuery === "") return url;
	// A payload says nothing of its own URL, so that only a preview can change it.
	const names = wantsPayload ? [PREVIEW_PARAMETER] : [PREVIEW_PARAMETER, ...canonicalQuery];
	const pairs = pageQuery.slice(1).split("&");
	return pairs.some((pair) => names.includes(pair.split("=", 1)[0] ?? "")) ? undefined : url;
}
