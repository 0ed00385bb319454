import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import { folderOfFeed } from "./feed.ts";

/** Feeds and the parts of a large sitemap have further paths. */
export const MACHINE_PATHS = {
	robots: "/robots.txt",
	llms: "/llms.txt",
	llmsFull: "/llms-full.txt",
	sitemap: "/sitemap.xml",
} as const;

const PATHS: ReadonlySet<string> = new Set([...Object.values(MACHINE_PATHS), SEARCH_ENDPOINT]);

/** Checks whether the server answers a path itself. It is not a page, so a browser must load it from the server. */
export function isMachinePath(path: string): boolean {
	return PATHS.has(path) || folderOfFeed(path) !== undefined || /^\/sitemap-\d+\.xml$/.test(path);
}
