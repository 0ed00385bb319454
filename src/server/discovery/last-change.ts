import type { Page } from "../content/pages/page.ts";

/** A checkout or an unpacked archive writes all files within such a time. */
const CHECKOUT_MS = 120_000;

/**
 * Says when pages changed last: what their author says, else the time of the file. Where a copy or a
 * checkout has given all files one time, that time says nothing and is left out.
 *
 * @returns Of a page: milliseconds since the Unix epoch, or `undefined` when it is not known.
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
