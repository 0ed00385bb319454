import type { Page } from "../content/pages/page.ts";
import type { PageTree, TreeNode } from "../content/site-tree/page-tree.ts";

/** A node of the page tree as it passes from one thread to another: its page is sent by itself. */
export interface TreeOutline
	extends Pick<TreeNode, "path" | "title" | "icon" | "isCollapsed" | "section"> {
	readonly isListed: boolean;
	readonly children: readonly TreeOutline[];
	/** Of the root: the sections and sidebars as the operator wants them. */
	readonly outline?: readonly TreeOutline[];
}

export function outlineOf({ root, outline }: PageTree): TreeOutline {
	return outline === undefined
		? withoutPages(root)
		: { ...withoutPages(root), outline: outline.map(withoutPages) };
}

function withoutPages({ page, children, ...node }: TreeNode): TreeOutline {
	return { ...node, isListed: page !== undefined, children: children.map(withoutPages) };
}

/** @param pages By true path. */
export function treeOf(
	{ outline, ...root }: TreeOutline,
	pages: ReadonlyMap<string, Page>,
): PageTree {
	return {
		root: nodeOf(root),
		...(outline === undefined ? {} : { outline: outline.map(nodeOf) }),
	};

	function nodeOf({ isListed, children, ...node }: TreeOutline): TreeNode {
		const page = isListed ? pages.get(node.path) : undefined;
		return { ...node, ...(page === undefined ? {} : { page }), children: children.map(nodeOf) };
	}
}
