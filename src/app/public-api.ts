/** What `import … from "loggia"` gives to the modules of a site folder. */
export { Link } from "react-router";
export { Icon } from "./components/icon.tsx";
export { useFlag } from "./components/use-flag.ts";
export { type Site, type SitePage, usePage, useSite } from "./components/use-page.ts";
export type { IslandComponentProps as IslandProps } from "./islands/island.ts";
export { Footer } from "./layout/footer.tsx";
export { SearchBox as Search } from "./layout/search-box.tsx";
export { Sidebar } from "./layout/sidebar.tsx";
export { SiteHeader as Header } from "./layout/site-header.tsx";
export { TableOfContents as Contents } from "./layout/table-of-contents.tsx";
export type { ApiContext, LoaderContext, MiddlewareContext } from "./site-code.ts";
