import type { Page } from "../content/pages/page.ts";
import { isVisible } from "../content/pages/visibility.ts";
import type { Revision } from "../content/revision.ts";
import { isIndexed, isRedirected } from "../discovery/discoverable-sections.ts";

/** What decides about a page. */
export interface SearchableRules extends Pick<Revision, "routeRules" | "config"> {
	/** Milliseconds since the Unix epoch. */
	readonly nowMs: number;
}

/**
 * Says whether search may name a page: every visitor may see it now, and its author keeps it out
 * of no listing. Pages with middleware are guarded, whatever it would say.
 */
export function isSearchable(page: Page, { routeRules, config, nowMs }: SearchableRules): boolean {
	const { flag, middleware } = page.frontMatter;
	if (!page.isReadable || flag !== undefined || middleware.length > 0) return false;
	if (!isVisible(page, nowMs) || !isIndexed(page)) return false;
	return !isRedirected(page.path, routeRules.matcher, config.public.basePath);
}
