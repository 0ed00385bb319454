/** What `import … from "loggia"` gives to the modules of a site folder. */
export { Link } from "react-router";
export { Icon } from "./components/icon.tsx";
export { useFlag } from "./components/use-flag.ts";
export { type Site, type SitePage, usePage, useSite } from "./components/use-page.ts";
export type { IslandComponentProps as IslandProps } from "./islands/island.ts";
export { Contents, Footer, Header, Search, Sidebar } from "./layout/site-parts.tsx";
export type { LoaderContext, MiddlewareContext } from "./site-code.ts";
