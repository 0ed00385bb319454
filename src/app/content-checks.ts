import { MIDDLEWARE } from "./middleware/registry.ts";

/** The entry for the thread that reads the site folder: everything of the app that pages can name. */
export { checkIsland } from "./islands/check-island.ts";

/** Names of the middleware that pages can ask for. */
export const MIDDLEWARE_NAMES: ReadonlySet<string> = new Set(MIDDLEWARE.keys());
