import type { Page } from "../content/pages/page.ts";
import { isVisible } from "../content/pages/visibility.ts";
import { isIndexed } from "../discovery/discoverable-sections.ts";

/** What decides about a page. */
export interface SearchableRules {
	/** Milliseconds since the Unix epoch. */
	readonly nowMs: number;
}

/**
 * Says whether search may name a page: every visitor may see it now, and its author keeps it out
 * of no listing. Pages with middleware are guarded, whatever it would say.
 */
export function isSearchable(page: Page, { nowMs }: SearchableRules): boolean {
	const { flag, middleware } = page.frontMatter;
	if (!page.isReadable || flag !== undefined || middleware.length > 0) return false;
	return isVisible(page, nowMs) && isIndexed(page);
}
