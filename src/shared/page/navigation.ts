/** One entry of a navigation: a link, a group of links, or both. */
export interface NavigationItem {
	readonly title: string;
	/** Where the entry leads; absent for an open folder that has no page of its own. */
	readonly path?: string;
	/** Where an entry without a page leads, with the base path. */
	readonly url?: string;
	/** The path of a closed folder without a page of its own, which leads to its first page. */
	readonly folder?: string;
	/** Whether the page is in this section, whatever its address. */
	readonly isCurrent?: boolean;
	/** Markup of an icon, made by the server from a known collection. */
	readonly icon?: string;
	/** Empty or absent: a leaf, or a branch that is not open on this page. */
	readonly children?: readonly NavigationItem[];
}

/**
 * The navigation as one page shows it.
 *
 * A branch that the page is not in comes without its children, so that the size of a page
 * does not grow with the size of the site.
 */
export interface PageNavigation {
	/** The top level, for the header. */
	readonly sections: readonly NavigationItem[];
	/** The section that the page is in, for the sidebar; empty on pages outside every section. */
	readonly sidebar: readonly NavigationItem[];
	/** The root of the page's language and version; absent: the site's root. */
	readonly home?: string;
	/** The link by which the visitor signs in or out; absent: every page is public. */
	readonly session?: PageLink;
}

/** A link to a neighbor of the page. */
export interface PageLink {
	readonly path: string;
	readonly title: string;
}

/**
 * Says whether `path` is the page itself or lies below it.
 *
 * @example
 * isWithin("/guide/install", "/guide"); // true
 * isWithin("/guidebook", "/guide"); // false
 */
export function isWithin(path: string, ancestor: string): boolean {
	return path === ancestor || path.startsWith(ancestor === "/" ? "/" : `${ancestor}/`);
}
