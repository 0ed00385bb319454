import { MIDDLEWARE } from "./middleware/registry.ts";
import { codePages, PAGE_TABLE } from "./pages/page-table.ts";

/** The entry for the thread that reads the site folder: everything of the app that pages can name. */
export { checkIsland } from "./islands/check-island.ts";

/** Names of the middleware that pages can ask for. */
export const MIDDLEWARE_NAMES: ReadonlySet<string> = new Set(MIDDLEWARE.keys());

/** Patterns of the pages that a developer wrote in React. */
export const APP_PAGES = codePages(PAGE_TABLE);
