import type { NavigationOrder } from "../../../platform/settings/content-settings.ts";
import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import type { PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import type { Page } from "../pages/page.ts";

/** The folders and pages of a site in their order; the basis of every navigation. */
export interface PageTree {
	readonly root: TreeNode;
	/** Sections and sidebars from the operator's settings; absent: the folders are used. */
	readonly outline?: readonly TreeNode[] | undefined;
	/** Outlines of the other languages and versions, by the root path of each. */
	readonly outlines?: Readonly<Record<string, readonly TreeNode[]>> | undefined;
}

/** A folder, a page, or both. It names its page by path, so that a tree can be sent to another thread. */
export interface TreeNode {
	/** Empty for a group of the outline without a page. */
	readonly path: string;
	/** Title of a folder; empty for a listed page without pages below it, which has its own title. */
	readonly title: string;
	/** The operator's title, which takes precedence over the title of the page. */
	readonly label?: string | undefined;
	/** Target of an entry without a page. */
	readonly url?: string | undefined;
	/** Whether the path has a page that lists may show. */
	readonly isListed: boolean;
	/** Markup of the page's icon. */
	readonly icon?: string | undefined;
	/** Whether the branch is open only on its own pages. */
	readonly isCollapsed?: boolean | undefined;
	/** Shown in the header, with its own sidebar; `continued`: the next section follows its last page. */
	readonly section?: boolean | "continued" | "hidden" | undefined;
	/** Sorted. */
	readonly children: readonly TreeNode[];
}

export interface PageTreeOptions {
	readonly pages: Iterable<Page>;
	/** Order prefixes by path, folders included. */
	readonly orders: ReadonlyMap<string, number>;
	readonly locale: string;
	/** Sort key of pages without an order of their own. */
	readonly order?: NavigationOrder;
	readonly resolveIcon: (name: string) => string | undefined;
}

export function createPageTree(options: PageTreeOptions): PageTree {
	const drafts = new Map<string, DraftNode>();
	const root = draftAt("/");
	for (const page of options.pages) draftAt(page.path).page = page;
	const collator = new Intl.Collator(options.locale, { numeric: true });
	return { root: finish(root).node };

	/** Finds or creates the node of a path, and the nodes of the folders above it. */
	function draftAt(path: string): DraftNode {
		const known = drafts.get(path);
		if (known !== undefined) return known;
		const draft: DraftNode = { path, children: [] };
		drafts.set(path, draft);
		if (path !== "/") draftAt(path.slice(0, path.lastIndexOf("/")) || "/").children.push(draft);
		return draft;
	}

	/** @returns A node and its sort keys. */
	function finish(draft: DraftNode): { node: TreeNode; order: number; sortedBy: string } {
		const children = draft.children.map(finish).toSorted((one, other) => {
			if (one.order !== other.order) return one.order < other.order ? -1 : 1;
			return collator.compare(one.sortedBy, other.sortedBy);
		});
		const { page, path } = draft;
		const listed = page?.navigation || undefined;
		const entry = entryOf(page);
		const title = listed === undefined ? (entry?.title ?? titleOfPath(path)) : titleOfPath(path);
		// Order of a folder without an order of its own.
		const below = options.order === "first-page" ? children[0]?.order : undefined;
		return {
			node: {
				path,
				title: listed !== undefined && children.length === 0 ? "" : title,
				isListed: listed !== undefined,
				icon: entry?.icon === undefined ? undefined : options.resolveIcon(entry.icon),
				children: children.map(({ node }) => node),
			},
			// The front matter takes precedence over the file name.
			order: entry?.order ?? options.orders.get(path) ?? below ?? Number.POSITIVE_INFINITY,
			sortedBy: (options.order ?? "title") === "title" ? (listed?.title ?? title) : path,
		};
	}
}

interface DraftNode {
	readonly path: string;
	page?: Page;
	readonly children: DraftNode[];
}

/** A node and those below it, in the order of the sidebar. */
export function nodesBelow(node: TreeNode): readonly TreeNode[] {
	return [node, ...node.children.flatMap(nodesBelow)];
}

/** The listed pages of a node and those below it. */
export function pagesBelow(
	node: TreeNode,
	{ pages }: { readonly pages: ReadonlyMap<string, Page> },
): readonly Page[] {
	return nodesBelow(node).flatMap(({ path, isListed }) => (isListed && pages.get(path)) || []);
}

/** The page of a folder still names the folder when it only redirects, unless it is hidden. */
function entryOf(page: Page | undefined): PageNavigationEntry | undefined {
	if (page === undefined || page.navigation !== false) return page?.navigation || undefined;
	const { navigation, draft, publishAt, expiresAt, flag, middleware, access } = page.frontMatter;
	const isForAll =
		!draft &&
		[publishAt, expiresAt, flag, middleware[0], access].every((rule) => rule === undefined);
	return navigation === false || !isForAll ? undefined : { title: page.title, ...navigation };
}
