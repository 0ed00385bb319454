/** The page of results, which works without JavaScript. */
export const SEARCH_PATH = "/search";
