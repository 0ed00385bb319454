/** Navigation entry: a link, a group of links, or both. */
export interface NavigationItem {
	readonly title: string;
	/** Path of the linked page; absent for a URL, and for an open folder without a page of its own. */
	readonly path?: string;
	/** URL of an entry without a page, with the base path. */
	readonly url?: string;
	/** Path of a closed folder without a page of its own; the entry links to its first page. */
	readonly folder?: string;
	/** Whether the page is in this section, regardless of its path; absent: the path decides. */
	readonly isCurrent?: boolean;
	/** SVG markup of an icon; the server creates it from a known collection. */
	readonly icon?: string;
	/** Empty or absent: a leaf, or a branch that is not open on this page. */
	readonly children?: readonly NavigationItem[];
}

/**
 * Navigation of one page.
 *
 * In a large sidebar, branches that do not contain the page have no children, so that the size of
 * a page does not grow with the size of the site.
 */
export interface PageNavigation {
	/** The top level, for the header. */
	readonly sections: readonly NavigationItem[];
	/** The section of the page, for the sidebar; empty on pages outside every section. */
	readonly sidebar: readonly NavigationItem[];
	/** The root of the page's language and version; absent: the site's root. */
	readonly home?: string;
	/** Sign-in or sign-out link; absent: all pages are public, or this server does not sign visitors in. */
	readonly session?: PageLink;
}

/** A link to a neighbor of the page. */
export interface PageLink {
	readonly path: string;
	readonly title: string;
}

/**
 * Returns whether `path` is `ancestor` itself or below it.
 *
 * @example
 * isWithin("/guide/install", "/guide"); // true
 * isWithin("/guidebook", "/guide"); // false
 */
export function isWithin(path: string, ancestor: string): boolean {
	return path === ancestor || path.startsWith(ancestor === "/" ? "/" : `${ancestor}/`);
}
