import type { PageGuards } from "../authorization/page-guards.ts";
import { pagesBelow } from "../content/navigation/page-tree.ts";
import { isVisible, type Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { editionOf } from "../content/versions.ts";

/** Pages that search engines and language models may read, by top-level folder. */
export interface DiscoverableSection {
	/** Empty for pages outside of folders. */
	readonly title: string;
	readonly pages: readonly Page[];
}

/**
 * Lists the pages that search engines and language models may read. Omits guarded pages, redirects, and
 * pages that their author hides from lists or search engines.
 */
export function discoverableSections(
	revision: Revision,
	guards: Pick<PageGuards, "isListed">,
): readonly DiscoverableSection[] {
	const { tree, config, pages } = revision;
	// Machines read only the newest version, unless the operator allows others.
	const isNewest = ({ path }: Page): boolean => {
		const { version } = editionOf(path, config.editions);
		return version === config.editions.versions[0] || version?.indexed !== false;
	};
	const isOpen = (page: Page): boolean =>
		guards.isListed(page) &&
		page.frontMatter.middleware.length === 0 &&
		isIndexed(page) &&
		isNewest(page);
	const { children, ...root } = tree.root;
	const [folders, single] = [
		children.filter((node) => node.children.length > 0),
		children.filter((node) => node.children.length === 0),
	];
	return [
		{ title: "", pages: pagesBelow({ ...root, children: single }, revision).filter(isOpen) },
		...folders.map((folder) => ({
			title: (folder.isListed && pages.get(folder.path)?.title) || folder.title,
			pages: pagesBelow(folder, revision).filter(isOpen),
		})),
	].filter((section) => section.pages.length > 0);
}

export function isIndexed({ navigation, frontMatter: { robots = "" } }: Page): boolean {
	return navigation !== false && !/\b(?:noindex|none)\b/i.test(robots);
}

/** A checkout or an unpacked archive writes all files within this time. */
const CHECKOUT_MS = 120_000;

/**
 * Returns a function for the last change of a page: from its front matter, else from its file's time.
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
