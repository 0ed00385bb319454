import type { Page } from "../content/pages/page.ts";
import { isVisible } from "../content/pages/page.ts";
import { isIndexed } from "../discovery/discoverable-sections.ts";

/** What makes a page searchable or not. */
export interface SearchableRules {
	/** Milliseconds since the Unix epoch. */
	readonly nowMs: number;
}

/**
 * Checks that every visitor may see a page now, and that its author does not hide it from lists. Pages
 * with middleware are never searchable.
 */
export function isSearchable(page: Page, { nowMs }: SearchableRules): boolean {
	const { flag, middleware } = page.frontMatter;
	if (!page.isReadable || flag !== undefined || middleware.length > 0) return false;
	return isVisible(page, nowMs) && isIndexed(page);
}
