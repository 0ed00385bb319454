import { isVisible, type Page } from "../content/pages/page.ts";
import { isIndexed } from "../discovery/discoverable-sections.ts";

/**
 * Checks that every visitor may see a page now, and that its author does not hide it from lists. Pages
 * with middleware are never searchable.
 *
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function isSearchable(page: Page, nowMs: number): boolean {
	const { flag, middleware } = page.frontMatter;
	if (!page.isReadable || flag !== undefined || middleware.length > 0) return false;
	return isVisible(page, nowMs) && isIndexed(page);
}
