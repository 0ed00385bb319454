import { checkIsland as checkIslandOf } from "./islands/check-island.ts";
import { ISLAND_TABLE } from "./islands/island-table.ts";
import { MIDDLEWARE } from "./middleware/registry.ts";
import { codePages, PAGE_TABLE } from "./pages/page-table.ts";

/** The entry for the thread that reads the site folder: everything of the app that pages can name. */

/** @returns What is wrong with an island as its author wrote it, or `undefined`. */
export function checkIsland(
	name: string,
	props: Readonly<Record<string, string>>,
): string | undefined {
	return checkIslandOf(ISLAND_TABLE, name, props);
}

/** Names of the middleware that pages can ask for. */
export const MIDDLEWARE_NAMES: ReadonlySet<string> = new Set(MIDDLEWARE.keys());

/** Patterns of the pages that a developer wrote in React. */
export const APP_PAGES = codePages(PAGE_TABLE);
