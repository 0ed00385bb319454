import { type Editions, editionOf } from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import type { TreeNode } from "../content/site-tree/page-tree.ts";
import type { PageGuards } from "../visibility/page-guards.ts";

/** Pages that search engines and language models may know, by top-level folder. */
export interface DiscoverableSection {
	/** Empty for pages outside of folders. */
	readonly title: string;
	readonly pages: readonly Page[];
}

/**
 * Lists the pages that machines may know. Leaves out guarded pages, redirects, and pages that their
 * author hides from lists or search engines.
 */
export function discoverableSections(
	{ tree, config }: Revision,
	guards: Pick<PageGuards, "isListed">,
): readonly DiscoverableSection[] {
	const isOpen = (page: Page): boolean =>
		guards.isListed(page) &&
		page.frontMatter.middleware.length === 0 &&
		isIndexed(page) &&
		!isOldVersion(page.path, config.editions);
	const { children, ...root } = tree.root;
	const [folders, single] = [
		children.filter((node) => node.children.length > 0),
		children.filter((node) => node.children.length === 0),
	];
	return [
		{ title: "", pages: pagesBelow({ ...root, children: single }).filter(isOpen) },
		...folders.map((folder) => ({
			title: folder.page?.title ?? folder.title,
			pages: pagesBelow(folder).filter(isOpen),
		})),
	].filter(({ pages }) => pages.length > 0);
}

export function pagesBelow({ page, children }: Pick<TreeNode, "page" | "children">): Page[] {
	return [...(page === undefined ? [] : [page]), ...children.flatMap(pagesBelow)];
}

export function isIndexed({ navigation, frontMatter: { robots = "" } }: Page): boolean {
	return navigation !== false && !/\b(?:noindex|none)\b/i.test(robots);
}

/** Machines read only the newest version, unless the operator allows others. */
function isOldVersion(path: string, editions: Editions): boolean {
	const { version } = editionOf(path, editions);
	return version !== editions.versions[0] && version?.indexed === false;
}
