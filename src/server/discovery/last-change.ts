import type { Page } from "../content/pages/page.ts";

/** A checkout or an unpacked archive writes all files within this time. */
const CHECKOUT_MS = 120_000;

/**
 * Returns a function for the last change of a page: by its front matter, else by the time of its file.
 * If all files have about the same time, a copy or checkout has set it, and it is ignored.
 *
 * @returns Milliseconds since the Unix epoch, or `undefined` when the change is not known.
 */
export function lastChangeOf(pages: readonly Page[]): (page: Page) => number | undefined {
	const times = pages.map(({ modifiedMs }) => modifiedMs);
	const earliest = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
	const latest = times.reduce((most, time) => Math.max(most, time), 0);
	const areTrue = pages.length > 1 && latest - earliest > CHECKOUT_MS;
	return ({ frontMatter: { updatedAt, publishAt }, modifiedMs }) => {
		if (updatedAt !== undefined) return updatedAt;
		if (areTrue) return Math.max(modifiedMs, publishAt ?? 0);
		return publishAt;
	};
}
