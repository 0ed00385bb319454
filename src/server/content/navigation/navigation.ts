import {
	isWithin,
	type NavigationItem,
	type PageLink,
	type PageNavigation,
} from "../../../shared/page/navigation.ts";
import type { Page } from "../pages/page.ts";
import type { Revision } from "../revision.ts";
import { type Editions, editionOf, isEditionRoot } from "../versions.ts";
import { nodesBelow, type TreeNode } from "./page-tree.ts";

interface Site extends Pick<Revision, "tree" | "pages"> {
	readonly config: { readonly editions: Editions };
}

/** Whether visitors may see a page now. */
type IsVisible = (page: Page) => boolean;

/** A header has space for about this many titles; with more, single pages move to the sidebar. */
const MAX_SECTIONS = 8;

/** A sidebar of an outline with more entries opens only the branches that contain the page. */
const MAX_OPEN_ENTRIES = 150;

/**
 * Creates the navigation of the page at `path`, or of the error page for `path`.
 *
 * @param isVisible Whether visitors may see a page now; hidden pages are in no list.
 */
export function navigationFor(site: Site, path: string, isVisible: IsVisible): PageNavigation {
	const view = viewOf(site, path, isVisible);
	const { root: home } = editionOf(path, site.config.editions);
	return {
		sections: view.sections.map((node) => view.sectionItem(node)),
		sidebar: view.sidebar.map((node) => toItem(node, view)),
		...(home === "" ? {} : { home }),
	};
}

/** The pages before and after a page, in the order of its sidebar. */
export function neighborsOf(
	site: Site,
	path: string,
	isVisible: IsVisible,
): { readonly previous?: PageLink; readonly next?: PageLink } {
	const view = viewOf(site, path, isVisible);
	const orders = view.sequence.map(orderOf);
	const at = orders.findIndex(({ places }) => places.has(path));
	const place = orders[at]?.places.get(path) ?? -1;
	const own = orders[at]?.nodes[place];
	if (own === undefined || view.pageOf(own) === undefined) return {};
	const previous = linkTo(find(at, place, -1));
	const next = linkTo(find(at, place, 1));
	return { ...(previous && { previous }), ...(next && { next }) };

	/** Finds the nearest page from an index. A page that is listed twice only counts where it is first. */
	function find(order: number, start: number, step: 1 | -1): TreeNode | undefined {
		const { nodes = [] } = orders[order] ?? {};
		for (let index = start + step; index in nodes; index += step) {
			const node = nodes[index];
			const isFirst = orders.findIndex(({ places }) => places.has(node?.path ?? "")) === order;
			if (node !== undefined && isFirst && view.pageOf(node) !== undefined) return node;
		}
		const beyond = orders[order + step];
		if (beyond === undefined) return undefined;
		return find(order + step, step === 1 ? -1 : beyond.nodes.length, step);
	}

	function linkTo(node: TreeNode | undefined): PageLink | undefined {
		return node && { path: node.path, title: titleOf(node, view.pageOf(node)) };
	}
}

/** The listed nodes of a branch in the order of the sidebar, each path once, and their indices by path. */
interface BranchOrder {
	readonly nodes: TreeNode[];
	readonly places: Map<string, number>;
}

/** Cached: branches have thousands of pages and never change, and each page needs its neighbors. */
const ORDERS = new WeakMap<TreeNode, BranchOrder>();

function orderOf(branch: TreeNode): BranchOrder {
	return ORDERS.getOrInsertComputed(branch, () => {
		const order: BranchOrder = { nodes: [], places: new Map() };
		for (const node of nodesBelow(branch)) {
			if (!node.isListed || order.places.has(node.path)) continue;
			order.places.set(node.path, order.nodes.length);
			order.nodes.push(node);
		}
		return order;
	});
}

/** Navigation of the site from the view of one page. */
interface View {
	/** Entries of the header. */
	readonly sections: readonly TreeNode[];
	readonly sidebar: readonly TreeNode[];
	/** Branches in reading order, for the previous and next page. */
	readonly sequence: readonly TreeNode[];
	/** @returns `undefined` for a node without a page, or with a page that visitors may not see now. */
	readonly pageOf: (node: TreeNode) => Page | undefined;
	readonly isOpen: (node: TreeNode) => boolean;
	readonly sectionItem: (node: TreeNode) => NavigationItem;
	/** Whether items of closed folders contain the path of the folder. */
	readonly namesFolders: boolean;
}

function viewOf({ tree, pages, config }: Site, path: string, isVisible: IsVisible): View {
	const { editions } = config;
	const { root } = editionOf(path, editions);
	const outline = root === "" ? tree.outline : tree.outlines?.[root];
	return outline === undefined
		? folderView(editionRoot(tree.root, root, editions), path, pageOf)
		: outlineView(outline, path, pageOf);

	function pageOf(node: TreeNode): Page | undefined {
		const page = node.isListed ? pages.get(node.path) : undefined;
		return page !== undefined && isVisible(page) ? page : undefined;
	}
}

/** The part of the tree that is in one language and version. */
function editionRoot(tree: TreeNode, path: string, editions: Editions): TreeNode {
	let node = tree;
	for (const name of path.split("/").slice(1)) {
		const below = `${node.path === "/" ? "" : node.path}/${name}`;
		const next = node.children.find((child) => child.path === below);
		node = next ?? { path: below, title: name, isListed: false, children: [] };
	}
	return {
		...node,
		children: node.children.filter((child) => !isEditionRoot(child.path, editions)),
	};
}

/** Folders are sections. Single pages are sections too if they are few and there is a folder. */
function folderView(root: TreeNode, path: string, pageOf: View["pageOf"]): View {
	const top = root.children.filter((node) => hasVisible(node, pageOf));
	const folders = top.filter((node) => node.children.some((child) => hasVisible(child, pageOf)));
	const isShort = folders.length > 0 && top.length <= MAX_SECTIONS;
	const sections = isShort ? top : folders;
	const section = sections.find((node) => isWithin(path, node.path));
	const single = [{ ...root, children: [] }, ...top].filter((node) => !folders.includes(node));
	const loose = isShort ? [] : single.filter((node) => hasVisible(node, pageOf));
	const sequence = section === undefined ? loose : [section];
	const view: View = {
		sections,
		// A section without pages below it needs no sidebar.
		sidebar: section?.children.length === 0 ? [] : sequence,
		sequence,
		pageOf,
		isOpen: (node) => isWithin(path, node.path),
		sectionItem: (node) => closedItem(node, view),
		namesFolders: true,
	};
	return view;
}

/** Each section has its own sidebar. Entries outside of all sections share one sidebar. */
function outlineView(outline: readonly TreeNode[], path: string, pageOf: View["pageOf"]): View {
	const visible = outline.filter((node) => hasVisible(node, pageOf));
	const all = visible.filter(({ section = false }) => section !== false);
	const sections = all.filter(({ section }) => section !== "hidden");
	const own = all.find(leadsTo);
	const head = own?.isListed === true ? [{ ...own, children: [] }] : [];
	const sidebar =
		own === undefined
			? visible.filter((node) => !all.includes(node))
			: own.children.length === 0
				? []
				: [...head, ...own.children].filter((node) => hasVisible(node, pageOf));
	const isWhole = sidebar.flatMap(nodesBelow).length <= MAX_OPEN_ENTRIES;
	const view: View = {
		sections,
		sidebar,
		sequence:
			own?.section === "continued"
				? sections.filter(({ section }) => section === "continued")
				: own === undefined
					? sidebar
					: [own],
		pageOf,
		isOpen: (node) => (isWhole && node.isCollapsed !== true) || leadsTo(node),
		sectionItem(node) {
			const item = closedItem(node, view);
			if (node === own) return { ...item, isCurrent: true };
			// `/` contains every path, but a section with only the home page is not the section of every page.
			return isWithin(path, item.path ?? path) ? { ...item, isCurrent: false } : item;
		},
		namesFolders: false,
	};
	return view;

	function leadsTo(node: TreeNode): boolean {
		return (node.isListed && node.path === path) || node.children.some(leadsTo);
	}
}

function toItem(node: TreeNode, view: View): NavigationItem {
	const children = view.isOpen(node)
		? node.children.filter((child) => hasVisible(child, view.pageOf))
		: [];
	if (children.length === 0) return closedItem(node, view);
	const item = pageItem(node, view) ?? { title: titleOf(node, undefined) };
	return { ...item, children: children.map((child) => toItem(child, view)) };
}

/** A closed branch without its own page links to its first page. Otherwise, it could not be opened. */
function closedItem(node: TreeNode, view: View): NavigationItem {
	const item = pageItem(node, view);
	if (item !== undefined) return item;
	const title = titleOf(node, undefined);
	if (node.url !== undefined) return { title, url: node.url };
	const first = firstPage(node, view.pageOf);
	if (first === undefined) return { title };
	return { title, path: first.path, ...(view.namesFolders && { folder: node.path }) };
}

function pageItem(node: TreeNode, { pageOf }: View): NavigationItem | undefined {
	const page = pageOf(node);
	if (page === undefined) return undefined;
	const { path, icon } = node;
	return { title: titleOf(node, page), path, ...(icon === undefined ? {} : { icon }) };
}

/** @param page Absent for a hidden page, whose title must not be shown. */
function titleOf({ label, title }: TreeNode, page: Page | undefined): string {
	return label ?? (page?.navigation || undefined)?.title ?? title;
}

function hasVisible(node: TreeNode, pageOf: View["pageOf"]): boolean {
	const isOwn = node.url !== undefined || pageOf(node) !== undefined;
	return isOwn || node.children.some((child) => hasVisible(child, pageOf));
}

/** Finds the first visible page of a branch in the order of the sidebar, and stops there. */
function firstPage(node: TreeNode, pageOf: View["pageOf"]): Page | undefined {
	const own = pageOf(node);
	if (own !== undefined) return own;
	for (const child of node.children) {
		const page = firstPage(child, pageOf);
		if (page !== undefined) return page;
	}
	return undefined;
}
