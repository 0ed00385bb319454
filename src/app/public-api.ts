import type { PageData } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { useRuntimeConfig } from "./runtime-config.ts";
import { type PageView, useView } from "./view.ts";

export type { ListedPage, PageSelection } from "../shared/page/listed-page.ts";
/** Exports of `loggia` for the modules of a site folder. */
export { Flag } from "./components/flag.tsx";
export { Icon } from "./components/icon.tsx";
export { Link, type LinkProps } from "./components/link.tsx";
export { useAnalytics } from "./components/use-analytics.ts";
export { useFlag, useFlagState } from "./components/use-flag.ts";
export type { IslandComponentProps as IslandProps } from "./islands/island.ts";
export { Footer } from "./layout/footer.tsx";
export { SearchBox as Search } from "./layout/search-box.tsx";
export { Sidebar } from "./layout/sidebar.tsx";
export { SiteHeader as Header } from "./layout/site-header.tsx";
export { TableOfContents as Contents } from "./layout/table-of-contents.tsx";
export type {
	ApiContext,
	LoaderContext,
	MetaArgs,
	MiddlewareContext,
	RouteContext,
} from "./site-code.ts";

export { getMarkdown, getPages } from "./site-pages.ts";

/** Data of the site for components. */
export interface Site
	extends Pick<PublicConfig, "name" | "description" | "url" | "basePath" | "locale"> {
	/** Variables of the server's environment whose names start with `PUBLIC_`. */
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Data of the shown page for components. */
export type SitePage = Pick<PageData, "path" | "title" | "description" | "layout"> &
	Pick<PageView, "params" | "query">;

/** Returns the data of the site, equal on the server and in the browser. */
export function useSite(): Site {
	const { name, description, url, basePath, locale, env = {} } = useRuntimeConfig();
	return { name, description, url, basePath, locale, env };
}

/** @returns `undefined` on error pages. */
export function usePage(): SitePage | undefined {
	const view = useView();
	if (view.kind === "error") return undefined;
	const { page, params, query } = view;
	const { path, title, description, layout } = page;
	return { path, title, description, params, query, layout };
}
