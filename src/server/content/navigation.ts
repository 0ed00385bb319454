import {
	isWithin,
	type NavigationItem,
	type PageLink,
	type PageNavigation,
} from "../../shared/navigation.ts";
import type { Page } from "./page.ts";
import type { TreeNode } from "./page-tree.ts";
import type { Revision } from "./revision.ts";

type Site = Pick<Revision, "tree">;

type IsVisible = (page: Page) => boolean;

/** A header holds about this many words; with more, single pages move to the sidebar. */
const MAX_SECTIONS = 8;

/**
 * The navigation as the page at `path` shows it, or as an error in its place would.
 *
 * @param isVisible Whether visitors may see a page now; what it hides is in no list.
 */
export function navigationFor({ tree }: Site, path: string, isVisible: IsVisible): PageNavigation {
	const { sections, loose } = divide(tree.root, isVisible);
	const section = sections.find((node) => isWithin(path, node.path));
	const sidebar = section === undefined ? loose : sidebarRoots(section);
	return {
		sections: sections.map((node) => toItem(node, isVisible)),
		sidebar: sidebar.map((node) => toOpenItem(node, path, isVisible)),
	};
}

/** The pages before and after a page, in the order of its sidebar. */
export function neighboursOf(
	{ tree }: Site,
	path: string,
	isVisible: IsVisible,
): { readonly previous?: PageLink; readonly next?: PageLink } {
	const { sections, loose } = divide(tree.root, isVisible);
	const section = sections.find((node) => isWithin(path, node.path));
	const roots = section === undefined ? loose : [section];
	const pages = roots.flatMap((node) => pagesBelow(node, isVisible));
	const index = pages.findIndex((page) => page.path === path);
	if (index === -1) return {};
	const previous = pages[index - 1];
	const next = pages[index + 1];
	return {
		...(previous === undefined ? {} : { previous: toLink(previous) }),
		...(next === undefined ? {} : { next: toLink(next) }),
	};
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
	const item = toItem(node, isVisible);
	if (!isWithin(path, node.path)) return item;
	const children = node.children
		.filter((child) => hasVisible(child, isVisible))
		.map((child) => toOpenItem(child, path, isVisible));
	return children.length === 0 ? item : { ...item, children };
}

function toItem(node: TreeNode, isVisible: IsVisible): NavigationItem {
	const { page, icon } = node;
	// The title of a hidden page would tell about it; the folder's name tells nothing new.
	if (page === undefined || page.navigation === false || !isVisible(page)) {
		return { title: node.title };
	}
	const { title } = page.navigation;
	return { title, path: page.path, ...(icon === undefined ? {} : { icon }) };
}

function hasVisible({ page, children }: TreeNode, isVisible: IsVisible): boolean {
	if (page !== undefined && isVisible(page)) return true;
	return children.some((child) => hasVisible(child, isVisible));
}

function pagesBelow(node: TreeNode, isVisible: IsVisible): Page[] {
	const below = node.children.flatMap((child) => pagesBelow(child, isVisible));
	return node.page !== undefined && isVisible(node.page) ? [node.page, ...below] : below;
}

function toLink({ path, title, navigation }: Page): PageLink {
	return { path, title: navigation === false ? title : navigation.title };
}
