import type { NavigationItem } from "../../../shared/page/navigation.ts";
import type { Page } from "../pages/page.ts";
import type { TreeNode } from "./page-tree.ts";

/** Says whether visitors may see a page now. */
export type IsVisible = (page: Page) => boolean;

/** A closed branch without a page of its own leads to its first page, or it could not be opened. */
export function toItem(node: TreeNode, isVisible: IsVisible): NavigationItem {
	const item = toPageItem(node, isVisible);
	if (item !== undefined) return item;
	const { title, path: folder } = node;
	const first = firstPage(node, isVisible);
	return first === undefined ? { title } : { title, path: first.path, folder };
}

/** @returns `undefined` for a folder without a page: the title of a hidden one would tell about it. */
export function toPageItem(
	{ page, icon }: TreeNode,
	isVisible: IsVisible,
): NavigationItem | undefined {
	if (page === undefined || page.navigation === false || !isVisible(page)) return undefined;
	const { title } = page.navigation;
	return { title, path: page.path, ...(icon === undefined ? {} : { icon }) };
}

export function hasVisible({ page, children }: TreeNode, isVisible: IsVisible): boolean {
	if (page !== undefined && isVisible(page)) return true;
	return children.some((child) => hasVisible(child, isVisible));
}

/** Itself or below it, in the order of the sidebar. */
export function firstPage({ page, children }: TreeNode, isVisible: IsVisible): Page | undefined {
	if (page !== undefined && isVisible(page)) return page;
	return firstOf(children, (child) => firstPage(child, isVisible));
}

/** Asks no further than the first that has an answer. */
export function firstOf(
	nodes: readonly TreeNode[],
	pageOf: (node: TreeNode) => Page | undefined,
): Page | undefined {
	for (const node of nodes) {
		const page = pageOf(node);
		if (page !== undefined) return page;
	}
	return undefined;
}
