import {
	isWithin,
	type NavigationItem,
	type PageLink,
	type PageNavigation,
} from "../../../shared/page/navigation.ts";
import { editionOf, isEditionRoot } from "../editions.ts";
import type { Page } from "../pages/page.ts";
import type { Revision } from "../revision.ts";
import { outlineNavigation, outlineNeighbors } from "./outline-navigation.ts";
import type { PageTree, TreeNode } from "./page-tree.ts";
import {
	firstOf,
	firstPage,
	hasVisible,
	type IsVisible,
	toItem,
	toPageItem,
} from "./tree-items.ts";

type Site = Pick<Revision, "tree">;

/** A header holds about this many words; with more, single pages move to the sidebar. */
const MAX_SECTIONS = 8;

/**
 * The navigation as the page at `path` shows it, or as an error in its place would.
 *
 * @param isVisible Whether visitors may see a page now; what it hides is in no list.
 */
export function navigationFor({ tree }: Site, path: string, isVisible: IsVisible): PageNavigation {
	const outline = outlineAt(tree, path);
	if (outline !== undefined) {
		const home = homeOf(tree, path);
		return {
			...outlineNavigation(outline, path, isVisible),
			...(home === undefined ? {} : { home }),
		};
	}
	const root = editionRoot(tree, path);
	const { sections, loose } = divide(root, isVisible);
	const section = sections.find((node) => isWithin(path, node.path));
	const sidebar = section === undefined ? loose : sidebarRoots(section);
	return {
		sections: sections.map((node) => toItem(node, isVisible)),
		sidebar: sidebar.map((node) => toOpenItem(node, path, isVisible)),
		...(root.path === "/" ? {} : { home: root.path }),
	};
}

/** The pages before and after a page, in the order of its sidebar. */
export function neighborsOf(
	{ tree }: Site,
	path: string,
	isVisible: IsVisible,
): { readonly previous?: PageLink; readonly next?: PageLink } {
	const outline = outlineAt(tree, path);
	if (outline !== undefined) return outlineNeighbors(outline, path, isVisible);
	const { sections, loose } = divide(editionRoot(tree, path), isVisible);
	const section = sections.find((node) => isWithin(path, node.path));
	const way = wayTo(section === undefined ? loose : [section], path);
	const node = way.at(-1)?.node;
	if (node?.path !== path || node.page === undefined || !isVisible(node.page)) return {};
	const previous = pageBefore(way, isVisible);
	const next = pageAfter(way, isVisible);
	return {
		...(previous === undefined ? {} : { previous: toLink(previous) }),
		...(next === undefined ? {} : { next: toLink(next) }),
	};
}

/** @returns `undefined` where the folders are the navigation. */
function outlineAt({ outline, outlines, editions }: PageTree, path: string) {
	if (editions === undefined) return outline;
	const { root } = editionOf(path, editions);
	return root === "" ? outline : outlines?.[root];
}

/** Where another language or version starts. */
function homeOf({ editions }: PageTree, path: string): string | undefined {
	const root = editions === undefined ? "" : editionOf(path, editions).root;
	return root === "" ? undefined : root;
}

/** The part of the tree that is in the language and the version of a path. */
function editionRoot({ root, editions }: PageTree, path: string): TreeNode {
	if (editions === undefined) return root;
	const place = editionOf(path, editions);
	const way = place.root.split("/").slice(1).filter(Boolean);
	let node: TreeNode = root;
	for (const name of way) {
		const below = `${node.path === "/" ? "" : node.path}/${name}`;
		const next = node.children.find((child) => child.path === below);
		node = next ?? { path: below, title: name, children: [] };
	}
	return {
		...node,
		children: node.children.filter((child) => !isEditionRoot(child.path, editions)),
	};
}

/** A node, and the list that it stands in. */
interface Step {
	readonly siblings: readonly TreeNode[];
	readonly index: number;
	readonly node: TreeNode;
}

/** From the roots down to a path, as far as there are nodes. */
function wayTo(roots: readonly TreeNode[], path: string): readonly Step[] {
	const way: Step[] = [];
	let siblings = roots;
	while (way.at(-1)?.node.path !== path) {
		// The home page may stand beside pages that are all within its path.
		const exact = siblings.findIndex((node) => node.path === path);
		const index = exact === -1 ? siblings.findIndex((node) => isWithin(path, node.path)) : exact;
		const node = siblings[index];
		if (node === undefined) return way;
		way.push({ siblings, index, node });
		siblings = node.children;
	}
	return way;
}

/** A page stands before those below it: what comes before is the last below a sibling, or the parent. */
function pageBefore(way: readonly Step[], isVisible: IsVisible): Page | undefined {
	for (const [depth, { siblings, index }] of [...way.entries()].toReversed()) {
		for (const sibling of siblings.slice(0, index).toReversed()) {
			const last = lastPage(sibling, isVisible);
			if (last !== undefined) return last;
		}
		const parent = way[depth - 1]?.node.page;
		if (parent !== undefined && isVisible(parent)) return parent;
	}
	return undefined;
}

function pageAfter(way: readonly Step[], isVisible: IsVisible): Page | undefined {
	const below = firstOf(way.at(-1)?.node.children ?? [], (node) => firstPage(node, isVisible));
	if (below !== undefined) return below;
	for (const { siblings, index } of way.toReversed()) {
		const next = firstOf(siblings.slice(index + 1), (node) => firstPage(node, isVisible));
		if (next !== undefined) return next;
	}
	return undefined;
}

interface Division {
	/** What the header lists. */
	readonly sections: readonly TreeNode[];
	/** Single pages that no section holds: they share one sidebar. */
	readonly loose: readonly TreeNode[];
}

/** Folders are sections. Single pages join them while they are few; a folder of pages alone has none. */
function divide(root: TreeNode, isVisible: IsVisible): Division {
	const top = root.children.filter((node) => hasVisible(node, isVisible));
	const folders = top.filter((node) => node.children.some((child) => hasVisible(child, isVisible)));
	if (folders.length > 0 && top.length <= MAX_SECTIONS) return { sections: top, loose: [] };
	const home = { ...root, children: [] };
	const single = [home, ...top].filter((node) => !folders.includes(node));
	return { sections: folders, loose: single.filter((node) => hasVisible(node, isVisible)) };
}

/** A section without pages below it needs no sidebar. */
function sidebarRoots(section: TreeNode): readonly TreeNode[] {
	return section.children.length === 0 ? [] : [section];
}

/** An item with its branches open as far as they lead to the page. */
function toOpenItem(node: TreeNode, path: string, isVisible: IsVisible): NavigationItem {
	if (!isWithin(path, node.path)) return toItem(node, isVisible);
	const children = node.children
		.filter((child) => hasVisible(child, isVisible))
		.map((child) => toOpenItem(child, path, isVisible));
	if (children.length === 0) return toItem(node, isVisible);
	return { ...(toPageItem(node, isVisible) ?? { title: node.title }), children };
}

function lastPage({ page, children }: TreeNode, isVisible: IsVisible): Page | undefined {
	const below = firstOf(children.toReversed(), (child) => lastPage(child, isVisible));
	return below ?? (page !== undefined && isVisible(page) ? page : undefined);
}

function toLink({ path, title, navigation }: Page): PageLink {
	return { path, title: navigation === false ? title : navigation.title };
}
