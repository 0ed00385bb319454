import type { Revision } from "../content/revision.ts";

/** A span of time in which no page appears or expires. Milliseconds since the Unix epoch. */
export interface ContentHours {
	readonly fromMs: number;
	/** The first moment at which something is different; infinity when nothing is dated. */
	readonly untilMs: number;
}

/**
 * Finds the span around a moment in which a revision shows the same: documents name other
 * pages in their navigation, so the hour of one page is the hour of all.
 */
export function createContentHours(
	{ pages }: Pick<Revision, "pages">,
	nowMs: number,
): ContentHours {
	let fromMs = Number.NEGATIVE_INFINITY;
	let untilMs = Number.POSITIVE_INFINITY;
	for (const { frontMatter } of pages.values()) {
		for (const date of [frontMatter.publishAt, frontMatter.expiresAt]) {
			if (date === undefined) continue;
			if (date <= nowMs) fromMs = Math.max(fromMs, date);
			else untilMs = Math.min(untilMs, date);
		}
	}
	return { fromMs, untilMs };
}

/** Both ends: the clock of a machine can be set back. */
export function isWithinHours({ fromMs, untilMs }: ContentHours, nowMs: number): boolean {
	return nowMs >= fromMs && nowMs < untilMs;
}
