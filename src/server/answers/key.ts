import { PREVIEW_PARAMETER } from "../../shared/page/preview.ts";
import { pageQueryOfPayload, splitTarget } from "../../shared/routing/routes.ts";

/**
 * Names the answer to a request: by its path alone, since a query that is ours to ignore
 * must not make another entry.
 *
 * @param target As it was sent, base path included.
 * @param canonicalQuery Parameters that make a different page.
 * @returns `undefined` when the query can change the answer; such an answer is never kept.
 */
export function answerKey(target: string, canonicalQuery: readonly string[]): string | undefined {
	const { path, query } = splitTarget(target);
	if (query === "") return path;
	// A payload says nothing of its own URL, so that only a preview can change it.
	const isPayload = path.endsWith("/_payload.json");
	const [pageQuery, names] = isPayload
		? [pageQueryOfPayload(query), [PREVIEW_PARAMETER]]
		: [query, [PREVIEW_PARAMETER, ...canonicalQuery]];
	const pairs = pageQuery.slice(1).split("&");
	return pairs.some((pair) => names.includes(pair.split("=", 1)[0] ?? "")) ? undefined : path;
}
