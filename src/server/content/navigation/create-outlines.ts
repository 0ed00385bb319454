import type { NavigationEntry } from "../../../platform/settings/content-settings.ts";
import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import { wordIn } from "../../../shared/page/words.ts";
import { foldPath } from "../../../shared/routing/route-pattern.ts";
import { ORDER_PREFIXES } from "../page-path.ts";
import type { Page } from "../pages/page.ts";
import type { Problem } from "../problem.ts";
import type { SiteMap } from "../routing/site-map.ts";
import {
	type EditionPlace,
	type Editions,
	editionOf,
	furtherEditions,
	isEditionRoot,
	pathInEdition,
} from "../versions.ts";
import { nodesBelow, type PageTree, type TreeNode } from "./page-tree.ts";

export interface OutlineSources {
	/** By true path. */
	readonly pages: ReadonlyMap<string, Page>;
	/** The folders and pages in their own order. */
	readonly tree: PageTree;
	readonly siteMap: SiteMap;
	readonly editions: Editions;
}

/**
 * Creates the navigation from `site.yaml`. Each further language and version has its own navigation,
 * or the navigation of the first edition, limited to the pages that exist.
 *
 * @returns The tree with outlines, and a problem for each entry that names something missing.
 */
export function createOutlines(
	entries: readonly NavigationEntry[],
	{ pages, tree, siteMap, editions }: OutlineSources,
): { readonly tree: PageTree; readonly problems: readonly Problem[] } {
	const icons = new Map(nodesBelow(tree.root).map(({ path, icon }) => [path, icon]));
	const problems: Problem[] = [];
	const outline = entries.flatMap(toNodes);
	const outlines = furtherEditions(editions).map(({ locale, version, root }) => {
		const own = version === editions.versions[0] ? locale?.navigation : undefined;
		const nodes =
			own === undefined || locale === editions.locales[0]
				? outline.flatMap((node) => inEdition(node, { locale, version }))
				: own.flatMap(toNodes);
		return [root, nodes] as const;
	});
	// An edition without listed pages uses the navigation of its folders.
	const some = outlines.filter(([, nodes]) => nodes.length > 0);
	return { tree: { ...tree, outline, outlines: Object.fromEntries(some) }, problems };

	function toNodes(entry: NavigationEntry): readonly TreeNode[] {
		const { title: label, collapsed, section, folder, url } = entry;
		const page = entry.page === undefined ? undefined : findPage(entry.page);
		if (page?.navigation === false) return [];
		const below = (entry.pages ?? []).flatMap(toNodes);
		const children = folder === undefined ? below : [...below, ...nodesInFolder(folder, page)];
		if (label === undefined && page === undefined) return children;
		if (page === undefined && children.length === 0 && url === undefined) return [];
		const path = page?.path ?? "";
		if (url?.startsWith("/") && !siteMap.leadsSomewhere(url)) {
			note(`Link "${url}" of "navigation" leads to no page and no file`);
		}
		const isCollapsed = collapsed === true;
		return [
			{
				...{ path, title: titleOfPath(path), label, isListed: page !== undefined },
				url: url?.startsWith("/") ? siteMap.basePath + url : url,
				...{ icon: icons.get(path), isCollapsed, section, children },
			},
		];
	}

	function findPage(name: string): Page | undefined {
		const target = siteMap.find(`/${name.replace(/^\/+/, "")}`);
		const page = target?.kind === "page" ? pages.get(target.path) : undefined;
		if (page === undefined) note(`Navigation names a page that does not exist: "${name}"`);
		return page;
	}

	function nodesInFolder(name: string, own: Page | undefined): readonly TreeNode[] {
		const node = findFolder(tree.root, name);
		if (node === undefined) note(`Navigation names a folder without pages: "${name}"`);
		if (node === undefined) return [];
		// Other languages and versions have their own navigation.
		const children = node.children.filter(({ path }) => !isEditionRoot(path, editions));
		const isKnown = node === tree.root || !node.isListed || node.path === own?.path;
		return isKnown ? children : [{ ...node, children: [] }, ...children];
	}

	function note(message: string): void {
		problems.push({ file: "site.yaml", message });
	}

	function inEdition(
		{ label, ...node }: TreeNode,
		edition: Pick<EditionPlace, "locale" | "version">,
	): readonly TreeNode[] {
		const { rest } = editionOf(node.path, editions);
		const path = pathInEdition(editions, { ...edition, rest });
		const isListed = node.isListed && (pages.get(path)?.navigation ?? false) !== false;
		const children = node.children.flatMap((child) => inEdition(child, edition));
		if (isListed) return [{ ...node, path, isListed, children }];
		if (children.length === 0 && node.url === undefined) return [];
		const title = wordIn({ words: edition.locale?.words }, label ?? titleOf(node));
		return [{ ...node, path: "", label: title, isListed, children }];
	}

	function titleOf({ path, title }: TreeNode): string {
		return (pages.get(path)?.navigation || undefined)?.title ?? title;
	}
}

/** Compares segment by segment, because only some segments may have a number prefix. */
function findFolder(root: TreeNode, name: string): TreeNode | undefined {
	let node: TreeNode | undefined = root;
	for (const segment of name.split("/").filter((part) => part !== "")) {
		const parent: string = node?.path === "/" ? "" : (node?.path ?? "");
		const paths = [segment, ...ORDER_PREFIXES.map((pattern) => segment.replace(pattern, ""))];
		node = node?.children.find(({ path }) =>
			paths.some((last) => foldPath(path) === foldPath(`${parent}/${last}`)),
		);
	}
	return node;
}
