import { matchPath } from "react-router";
import type { PageData } from "../../shared/page/payload.ts";
import type { PageEntry, PageParams } from "../page-module.ts";
import { SITE_CODE } from "../site-code.ts";

/** Every page there is: those of the site folder's code, and what shows everything else. */
export const PAGE_TABLE: readonly PageEntry[] = [
	...SITE_CODE.pages,
	{ id: "index", pattern: "/", load: () => import("./index.tsx") },
	{ id: "page", pattern: "/*", load: () => import("./page.tsx") },
	{ id: "blog", pattern: "/*", load: () => import("./blog.tsx") },
	{ id: "search", pattern: "/*", load: () => import("./search.tsx") },
];

/** The decoded values of the placeholders in the page's pattern; empty for a page of a file. */
export function pageParams({ id, path }: Pick<PageData, "id" | "path">): PageParams {
	const pattern = PAGE_TABLE.find((entry) => entry.id === id)?.pattern;
	if (pattern === undefined) return {};
	return matchPath({ path: pattern, caseSensitive: true }, path)?.params ?? {};
}
