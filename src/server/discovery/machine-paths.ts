import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import { folderOfFeed } from "./feed.ts";

const PATHS: ReadonlySet<string> = new Set([
	"/robots.txt",
	"/llms.txt",
	"/llms-full.txt",
	"/sitemap.xml",
	SEARCH_ENDPOINT,
]);

/**
 * Whether the server has a document of its own at a path. It is no page: a browser that is led
 * there has to ask for it.
 */
export function isMachinePath(path: string): boolean {
	return PATHS.has(path) || folderOfFeed(path) !== undefined || /^\/sitemap-\d+\.xml$/.test(path);
}
