import {
	isWithin,
	type NavigationItem,
	type PageLink,
	type PageNavigation,
} from "../../../shared/page/navigation.ts";
import type { TreeNode } from "./page-tree.ts";
import { firstPage, hasVisible, type IsVisible } from "./tree-items.ts";

/** A sidebar with more entries opens only the branches that lead to the page. */
const MAX_OPEN_ENTRIES = 150;

/** The navigation that the operator has written, as the page at `path` shows it. */
export function outlineNavigation(
	outline: readonly TreeNode[],
	path: string,
	isVisible: IsVisible,
): PageNavigation {
	const visible = outline.filter((node) => hasVisible(node, isVisible));
	const own = ownSidebar(visible, path);
	const isWhole = countEntries(own.nodes) <= MAX_OPEN_ENTRIES;
	return {
		sections: visible.filter(isSection).map((node) => {
			const section = toSection(node, isVisible);
			if (node === own.section) return { ...section, isCurrent: true };
			// A section of the home page alone is not that of all pages.
			return isWithin(path, section.path ?? path) ? { ...section, isCurrent: false } : section;
		}),
		sidebar: own.nodes
			.filter((node) => hasVisible(node, isVisible))
			.map((node) => toEntry(node, { path, isVisible, isWhole })),
	};
}

/** The pages before and after a page, in the order that the operator has written. */
export function outlineNeighbors(
	outline: readonly TreeNode[],
	path: string,
	isVisible: IsVisible,
): { readonly previous?: PageLink; readonly next?: PageLink } {
	const links = new Map<string, PageLink>();
	for (const { page, title } of sequence(outline, path).flatMap(pagesOf)) {
		if (page !== undefined && isVisible(page) && !links.has(page.path)) {
			links.set(page.path, { path: page.path, title });
		}
	}
	if (!links.has(path)) return {};
	const order = [...links.values()];
	const index = order.findIndex((link) => link.path === path);
	const previous = order[index - 1];
	const next = order[index + 1];
	return {
		...(previous === undefined ? {} : { previous }),
		...(next === undefined ? {} : { next }),
	};
}

function isSection({ section }: TreeNode): boolean {
	return section === true || section === "continued";
}

/** What one reads from the first page to the last. */
function sequence(outline: readonly TreeNode[], path: string): readonly TreeNode[] {
	const { section, nodes } = ownSidebar(outline, path);
	if (section?.section !== "continued") return section === undefined ? nodes : [section];
	return outline.filter((node) => node.section === "continued");
}

/** Sections have sidebars of their own; entries that are in no section share one. */
function ownSidebar(
	outline: readonly TreeNode[],
	path: string,
): { readonly section?: TreeNode; readonly nodes: readonly TreeNode[] } {
	const section = outline.find((node) => isSection(node) && leadsTo(node, path));
	if (section === undefined) return { nodes: outline.filter((node) => !isSection(node)) };
	const { section: _, children, ...head } = section;
	if (section.page === undefined) return { section, nodes: children };
	return { section, nodes: children.length === 0 ? [] : [{ ...head, children: [] }, ...children] };
}

function leadsTo(node: TreeNode, path: string): boolean {
	return node.page?.path === path || node.children.some((child) => leadsTo(child, path));
}

function countEntries(nodes: readonly TreeNode[]): number {
	return nodes.reduce((count, { children }) => count + 1 + countEntries(children), 0);
}

function pagesOf(node: TreeNode): readonly TreeNode[] {
	return [node, ...node.children.flatMap(pagesOf)];
}

interface Place {
	readonly path: string;
	readonly isVisible: IsVisible;
	/** Whether branches that do not lead to the page are open too. */
	readonly isWhole: boolean;
}

function toEntry(node: TreeNode, place: Place): NavigationItem {
	const { path, isVisible, isWhole } = place;
	const isOpen = (isWhole && node.isCollapsed !== true) || leadsTo(node, path);
	if (!isOpen) return toSection(node, isVisible);
	const children = node.children.filter((child) => hasVisible(child, isVisible));
	const item = toOwnItem(node, isVisible) ?? { title: node.title };
	if (children.length === 0) return item;
	return { ...item, children: children.map((child) => toEntry(child, place)) };
}

/** A closed group without a page of its own leads to its first page, or it could not be opened. */
function toSection(node: TreeNode, isVisible: IsVisible): NavigationItem {
	const item = toOwnItem(node, isVisible);
	if (item !== undefined) return item;
	const first = firstPage(node, isVisible);
	return first === undefined ? { title: node.title } : { title: node.title, path: first.path };
}

function toOwnItem(
	{ page, title, icon }: TreeNode,
	isVisible: IsVisible,
): NavigationItem | undefined {
	if (page === undefined || !isVisible(page)) return undefined;
	return { title, path: page.path, ...(icon === undefined ? {} : { icon }) };
}
