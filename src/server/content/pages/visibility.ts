import type { PageFacts } from "./page.ts";

/**
 * Says whether visitors may see a page now: it is no draft, its day has come, and its day
 * has not passed.
 *
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function isVisible({ frontMatter }: Pick<PageFacts, "frontMatter">, nowMs: number): boolean {
	const { draft, publishAt, expiresAt } = frontMatter;
	if (draft) return false;
	if (publishAt !== undefined && nowMs < publishAt) return false;
	return expiresAt === undefined || nowMs < expiresAt;
}
