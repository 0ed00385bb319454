import { titleOfPath } from "../../../shared/page/title-of-path.ts";
import type { Editions } from "../editions.ts";
import type { PageNavigationEntry } from "../front-matter/to-front-matter.ts";
import type { Page } from "../pages/page.ts";

/** The folders and pages of a site as they follow each other; the basis of every navigation. */
export interface PageTree {
	readonly root: TreeNode;
	/** The sections and sidebars as the operator wants them; absent: the folders. */
	readonly outline?: readonly TreeNode[];
	/** The same of the other languages and versions, by the path below which they are. */
	readonly outlines?: Readonly<Record<string, readonly TreeNode[]>>;
	/** The languages and versions, each with a navigation of its own; absent: one of each. */
	readonly editions?: Editions;
}

/** A folder, a page, or both. */
export interface TreeNode {
	readonly path: string;
	/** Of the path, for a folder: a page has its own, and one without others below it needs no second one. */
	readonly title: string;
	/** Absent for a folder without a listed page of its own. */
	readonly page?: Page;
	/** Markup of the page's icon. */
	readonly icon?: string;
	/** Shows what is below it only on the pages there. */
	readonly isCollapsed?: boolean;
	/** In the header, with a sidebar of its own; `continued`: the page after its last is that of the next one. */
	readonly section?: boolean | "continued";
	/** In their order. */
	readonly children: readonly TreeNode[];
}

export interface PageTreeOptions {
	readonly pages: Iterable<Page>;
	/** Order prefixes by path, folders included. */
	readonly orders: ReadonlyMap<string, number>;
	readonly locale: string;
	/** What orders pages that have no order of their own. */
	readonly order?: "title" | "name";
	readonly resolveIcon: (name: string) => string | undefined;
}

export function createPageTree(options: PageTreeOptions): PageTree {
	const drafts = new Map<string, DraftNode>();
	const root = draftAt("/", drafts);
	for (const page of options.pages) draftAt(page.path, drafts).page = page;
	const collator = new Intl.Collator(options.locale, { numeric: true });
	return { root: finish(root, options, collator) };
}

interface DraftNode {
	readonly path: string;
	page?: Page;
	readonly children: DraftNode[];
}

/** Finds or makes the node of a path, and those of the folders above it. */
function draftAt(path: string, drafts: Map<string, DraftNode>): DraftNode {
	const known = drafts.get(path);
	if (known !== undefined) return known;
	const draft: DraftNode = { path, children: [] };
	drafts.set(path, draft);
	if (path !== "/") {
		draftAt(path.slice(0, path.lastIndexOf("/")) || "/", drafts).children.push(draft);
	}
	return draft;
}

function finish(draft: DraftNode, options: PageTreeOptions, collator: Intl.Collator): TreeNode {
	const children = draft.children
		.map((child) => ({
			node: finish(child, options, collator),
			order: orderOf(child, options.orders),
		}))
		.toSorted((one, other) => {
			if (one.order !== other.order) return one.order < other.order ? -1 : 1;
			const [first, second] =
				options.order === "name"
					? [one.node.path, other.node.path]
					: [titleOfNode(one.node), titleOfNode(other.node)];
			return collator.compare(first, second);
		})
		.map(({ node }) => node);
	const { page, path } = draft;
	const isListed = page !== undefined && page.navigation !== false;
	const entry = entryOf(draft);
	const icon = entry?.icon === undefined ? undefined : options.resolveIcon(entry.icon);
	const folderTitle = isListed ? undefined : entry?.title;
	return {
		path,
		title: isListed && children.length === 0 ? "" : (folderTitle ?? titleOfPath(path)),
		...(isListed ? { page } : {}),
		...(icon === undefined ? {} : { icon }),
		children,
	};
}

function titleOfNode({ page, title }: TreeNode): string {
	return page !== undefined && page.navigation !== false ? page.navigation.title : title;
}

/** The front matter decides before the name of the file. */
function orderOf(draft: DraftNode, orders: ReadonlyMap<string, number>): number {
	return entryOf(draft)?.order ?? orders.get(draft.path) ?? Number.POSITIVE_INFINITY;
}

/** The page of a folder still names the folder when it only redirects, unless it is hidden. */
function entryOf({ page }: DraftNode): PageNavigationEntry | undefined {
	if (page === undefined || page.navigation !== false) return page?.navigation || undefined;
	const { navigation, draft, publishAt, expiresAt, flag, middleware } = page.frontMatter;
	const isForAll =
		!draft && [publishAt, expiresAt, flag, middleware[0]].every((rule) => rule === undefined);
	return navigation === false || !isForAll ? undefined : { title: page.title, ...navigation };
}
