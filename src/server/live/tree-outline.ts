import type { Page } from "../content/pages/page.ts";
import type { PageTree, TreeNode } from "../content/site-tree/page-tree.ts";

/** A node of the page tree as it passes from one thread to another: its page is sent by itself. */
export interface TreeOutline
	extends Pick<TreeNode, "path" | "title" | "icon" | "isCollapsed" | "section"> {
	readonly isListed: boolean;
	readonly children: readonly TreeOutline[];
	/** Of the root: the sections and sidebars as the operator wants them. */
	readonly outline?: readonly TreeOutline[];
	readonly outlines?: Readonly<Record<string, readonly TreeOutline[]>>;
}

export function outlineOf({ root, outline, outlines = {} }: PageTree): TreeOutline {
	if (outline === undefined) return withoutPages(root);
	return {
		...withoutPages(root),
		outline: outline.map(withoutPages),
		outlines: mapValues(outlines, (nodes) => nodes.map(withoutPages)),
	};
}

function withoutPages({ page, children, ...node }: TreeNode): TreeOutline {
	return { ...node, isListed: page !== undefined, children: children.map(withoutPages) };
}

/** @param pages By true path. */
export function treeOf(
	{ outline, outlines = {}, ...root }: TreeOutline,
	pages: ReadonlyMap<string, Page>,
): PageTree {
	return {
		root: nodeOf(root),
		...(outline === undefined
			? {}
			: {
					outline: outline.map(nodeOf),
					outlines: mapValues(outlines, (nodes) => nodes.map(nodeOf)),
				}),
	};

	function nodeOf({ isListed, children, ...node }: TreeOutline): TreeNode {
		const page = isListed ? pages.get(node.path) : undefined;
		return { ...node, ...(page === undefined ? {} : { page }), children: children.map(nodeOf) };
	}
}

function mapValues<From, To>(
	record: Readonly<Record<string, From>>,
	change: (value: From) => To,
): Record<string, To> {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
