import { editionOf } from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { pagesBelow } from "../content/site-tree/page-tree.ts";
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
