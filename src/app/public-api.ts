import { useRuntimeConfig } from "./runtime-config.ts";
import { useView } from "./view.ts";

/** What `import … from "loggia"` gives to the modules of a site folder. */
export { Link } from "react-router";
export { Icon } from "./components/icon.tsx";
export { useFlag } from "./components/use-flag.ts";
export type { IslandComponentProps as IslandProps } from "./islands/island.ts";
export { Footer } from "./layout/footer.tsx";
export { SearchBox as Search } from "./layout/search-box.tsx";
export { Sidebar } from "./layout/sidebar.tsx";
export { SiteHeader as Header } from "./layout/site-header.tsx";
export { TableOfContents as Contents } from "./layout/table-of-contents.tsx";
export type { ApiContext, LoaderContext, MiddlewareContext } from "./site-code.ts";

/** What a component may know of the site. */
export interface Site {
	readonly name: string;
	readonly description: string | undefined;
	/** The origin of the site; absent: the operator has not said it. */
	readonly url: string | undefined;
	/** Before every path of the site, or empty. */
	readonly basePath: string;
	/** BCP 47. */
	readonly locale: string;
}

/** What a component may know of the page that it is on. */
export interface SitePage {
	/** Decoded, without base path. */
	readonly path: string;
	readonly title: string;
	readonly description: string | undefined;
	/** The decoded values of the placeholders in the page's pattern. */
	readonly params: Readonly<Record<string, string | undefined>>;
	/** Of the address, with its question mark, or empty. */
	readonly query: string;
	readonly layout: string;
}

/** The site, the same on both sides. */
export function useSite(): Site {
	const { name, description, url, basePath, locale } = useRuntimeConfig();
	return { name, description, url, basePath, locale };
}

/** @returns `undefined` on error pages. */
export function usePage(): SitePage | undefined {
	const view = useView();
	if (view.kind === "error") return undefined;
	const { page, params, query } = view;
	const { path, title, description, layout } = page;
	return { path, title, description, params, query, layout };
}
