import type { NavigationEntry } from "../../../platform/settings/content-settings.ts";
import { type Editions, isEditionRoot } from "../editions.ts";
import type { SiteMap } from "../links/site-map.ts";
import type { Page } from "../pages/page.ts";
import type { Problem } from "../problem.ts";
import type { PageTree, TreeNode } from "./page-tree.ts";

export interface OutlineSources {
	/** By true path. */
	readonly pages: ReadonlyMap<string, Page>;
	/** The folders and pages as they follow each other by themselves. */
	readonly tree: PageTree;
	readonly siteMap: SiteMap;
	readonly editions: Editions;
}

/** Makes the navigation that `site.yaml` describes; what it names and is not there becomes a problem. */
export function createOutline(
	entries: readonly NavigationEntry[],
	{ pages, tree, siteMap, editions }: OutlineSources,
): { readonly outline: readonly TreeNode[]; readonly problems: readonly Problem[] } {
	const nodes = nodesByPath(tree.root);
	const problems: Problem[] = [];
	return { outline: entries.flatMap(toNodes), problems };

	function toNodes(entry: NavigationEntry): readonly TreeNode[] {
		const page = entry.page === undefined ? undefined : findPage(entry.page);
		if (page?.navigation === false) return [];
		const below = (entry.pages ?? []).flatMap(toNodes);
		const children =
			entry.folder === undefined ? below : [...below, ...inFolder(entry.folder, page)];
		const isGroup = entry.title !== undefined || page !== undefined;
		if (!isGroup) return children;
		if (page === undefined && children.length === 0) return [];
		const icon = page === undefined ? undefined : nodes.get(page.path)?.icon;
		return [
			{
				path: page?.path ?? "",
				title: entry.title ?? (page?.navigation || undefined)?.title ?? "",
				...(page === undefined ? {} : { page }),
				...(icon === undefined ? {} : { icon }),
				...(entry.collapsed === true ? { isCollapsed: true } : {}),
				...(entry.section === undefined ? {} : { section: entry.section }),
				children,
			},
		];
	}

	function findPage(name: string): Page | undefined {
		const target = siteMap.find(`/${name.replace(/^\/+/, "")}`);
		const page = target?.kind === "page" ? pages.get(target.path) : undefined;
		if (page === undefined) note(`Navigation names a page that is not there: "${name}"`);
		return page;
	}

	function inFolder(name: string, own: Page | undefined): readonly TreeNode[] {
		const node = findFolder(tree.root, name);
		if (node === undefined) note(`Navigation names a folder without pages: "${name}"`);
		if (node === undefined) return [];
		const { page } = node;
		if (node === tree.root) {
			// Other languages and versions have a navigation of their own.
			return named(node.children.filter(({ path }) => !isEditionRoot(path, editions)));
		}
		if (page === undefined || page.path === own?.path) return named(node.children);
		return named([{ ...node, children: [] }, ...node.children]);
	}

	function note(message: string): void {
		problems.push({ file: "site.yaml", message });
	}
}

/** Segment by segment, since only some of them may have a number before their name. */
function findFolder(root: TreeNode, name: string): TreeNode | undefined {
	let node: TreeNode | undefined = root;
	for (const segment of name.split("/").filter((part) => part !== "")) {
		const parent: string = node?.path === "/" ? "" : (node?.path ?? "");
		const paths = [segment, ...ORDERED.map((pattern) => segment.replace(pattern, ""))];
		node = node?.children.find(({ path }) => paths.some((last) => path === `${parent}/${last}`));
	}
	return node;
}

const ORDERED = [/^\d{1,6}\.(?=\D)/, /^\d{1,6}[ \t]*[-_.]+[ \t]*/];

/** In the tree of folders a page has its title by itself. */
function named(nodes: readonly TreeNode[]): readonly TreeNode[] {
	return nodes.map((node) => {
		const own = node.page?.navigation;
		const title = own === undefined || own === false ? node.title : own.title;
		return { ...node, title, children: named(node.children) };
	});
}

function nodesByPath(root: TreeNode): ReadonlyMap<string, TreeNode> {
	const nodes = new Map<string, TreeNode>();
	const note = (node: TreeNode): void => {
		nodes.set(node.path, node);
		node.children.forEach(note);
	};
	note(root);
	return nodes;
}
