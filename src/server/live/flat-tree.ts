import type { Page } from "../content/page.ts";
import type { PageTree, TreeNode } from "../content/page-tree.ts";

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

/** @param pages By true path. */
export function inflateTree(tree: FlatTree, pages: ReadonlyMap<string, Page>): PageTree {
	let next = 0;
	const build = (): TreeNode => {
		const index = next;
		next += 1;
		const path = tree.paths[index] ?? "/";
		const page = tree.listed[index] === true ? pages.get(path) : undefined;
		const icon = tree.icons.get(index);
		return {
			path,
			title: tree.titles[index] ?? "",
			...(page === undefined ? {} : { page }),
			...(icon === undefined ? {} : { icon }),
			children: Array.from({ length: tree.childCounts[index] ?? 0 }, build),
		};
	};
	return { root: build() };
}
