import { SEARCH_ENDPOINT } from "../../shared/search.ts";
import { folderOfFeed } from "./feed.ts";

/** Of documents for machines there is one each, beside the feeds and the parts of a large sitemap. */
export const MACHINE_PATHS = {
	robots: "/robots.txt",
	llms: "/llms.txt",
	llmsFull: "/llms-full.txt",
	sitemap: "/sitemap.xml",
} as const;

const PATHS: ReadonlySet<string> = new Set([...Object.values(MACHINE_PATHS), SEARCH_ENDPOINT]);

/**
 * Whether the server has a document of its own at a path. It is no page: a browser that is led
 * there has to ask for it.
 */
export function isMachinePath(path: string): boolean {
	return PATHS.has(path) || folderOfFeed(path) !== undefined || /^\/sitemap-\d+\.xml$/.test(path);
}
