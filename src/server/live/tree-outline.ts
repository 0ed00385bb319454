import type { Page } from "../content/pages/page.ts";
import type { PageTree, TreeNode } from "../content/site-tree/page-tree.ts";

/** A node of the page tree as it passes from one thread to another: its page is sent by itself. */
export interface TreeOutline extends Pick<TreeNode, "path" | "title" | "icon"> {
	readonly isListed: boolean;
	readonly children: readonly TreeOutline[];
}

export function outlineOf({ page, children, ...node }: TreeNode): TreeOutline {
	return { ...node, isListed: page !== undefined, children: children.map(outlineOf) };
}

/** @param pages By true path. */
export function treeOf(outline: TreeOutline, pages: ReadonlyMap<string, Page>): PageTree {
	return { root: nodeOf(outline) };

	function nodeOf({ isListed, children, ...node }: TreeOutline): TreeNode {
		const page = isListed ? pages.get(node.path) : undefined;
		return { ...node, ...(page === undefined ? {} : { page }), children: children.map(nodeOf) };
	}
}
