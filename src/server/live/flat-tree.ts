import type { Page } from "../content/pages/page.ts";
import type { PageTree, TreeNode } from "../content/site-tree/page-tree.ts";

/** A page tree as it passes from one thread to another: nodes in preorder, without their pages. */
export interface FlatTree {
	readonly paths: readonly string[];
	readonly titles: readonly string[];
	/** Markup by index of the node. */
	readonly icons: ReadonlyMap<number, string>;
	/** Indexes of nodes whose page is listed. */
	readonly listed: readonly boolean[];
	readonly childCounts: readonly number[];
}

export function flattenTree({ root }: PageTree): FlatTree {
	const paths: string[] = [];
	const titles: string[] = [];
	const icons = new Map<number, string>();
	const listed: boolean[] = [];
	const childCounts: number[] = [];
	const visit = (node: TreeNode): void => {
		if (node.icon !== undefined) icons.set(paths.length, node.icon);
		paths.push(node.path);
		titles.push(node.title);
		listed.push(node.page !== undefined);
		childCounts.push(node.children.length);
		for (const child of node.children) visit(child);
	};
	visit(root);
	return { paths, titles, icons, listed, childCounts };
}

/**
 * The same as a tree again, node by node, so that whoever makes it can stop in between.
 *
 * @param pages By true path.
 */
export function* inflateTree(
	tree: FlatTree,
	pages: ReadonlyMap<string, Page>,
): Generator<undefined, PageTree> {
	/** Those whose children are not all there yet, from the root down. */
	const open: { readonly children: TreeNode[]; left: number }[] = [];
	let root: TreeNode | undefined;
	for (const [index, path] of tree.paths.entries()) {
		const children: TreeNode[] = [];
		const page = tree.listed[index] === true ? pages.get(path) : undefined;
		const icon = tree.icons.get(index);
		const node: TreeNode = {
			path,
			title: tree.titles[index] ?? "",
			...(page === undefined ? {} : { page }),
			...(icon === undefined ? {} : { icon }),
			children,
		};
		root ??= node;
		const parent = open.at(-1);
		parent?.children.push(node);
		if (parent !== undefined) parent.left -= 1;
		open.push({ children, left: tree.childCounts[index] ?? 0 });
		while (open.at(-1)?.left === 0) open.pop();
		yield;
	}
	return { root: root ?? { path: "/", title: "", children: [] } };
}
