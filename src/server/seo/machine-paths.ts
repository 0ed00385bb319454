import { SIGN_IN_PATHS } from "../../shared/page/user.ts";
import { SEARCH_ENDPOINT } from "../../shared/search.ts";

/** Feeds and the parts of a large sitemap have further paths. */
export const MACHINE_PATHS = {
	robots: "/robots.txt",
	llms: "/llms.txt",
	llmsFull: "/llms-full.txt",
	sitemap: "/sitemap.xml",
} as const;

const PATHS: ReadonlySet<string> = new Set([
	...Object.values(MACHINE_PATHS),
	...Object.values(SIGN_IN_PATHS),
	SEARCH_ENDPOINT,
]);

/** Whether the server answers a path that is not a page. A browser must load such a path from the server. */
export function isMachinePath(path: string): boolean {
	return PATHS.has(path) || folderOfFeed(path) !== undefined || /^\/sitemap-\d+\.xml$/.test(path);
}

const FEED = "/feed.xml";

/** @returns The folder whose feed is at `path`, or `undefined`. */
export function folderOfFeed(path: string): string | undefined {
	if (!path.endsWith(FEED)) return undefined;
	return path.slice(0, -FEED.length) || "/";
}

/** @param folder Path of the folder; `/` for the whole site. */
export function feedPath(folder: string): string {
	return folder === "/" ? FEED : folder + FEED;
}
