import { matchPath } from "react-router";
import type { PageData } from "../../shared/page/payload.ts";
import type { PageEntry, PageParams } from "../page-module.ts";
import { SITE_CODE } from "../site-code.ts";

/**
 * Every page there is. To add one in React, write `{id}.tsx` in this folder, and one entry
 * here: routing, validity, title, chunk and preloading follow from it.
 */
export const PAGE_TABLE: readonly PageEntry[] = [
	...SITE_CODE.pages,
	{ id: "index", pattern: "/", title: "", load: () => import("./index.tsx") },
	{ id: "page", pattern: "/*", title: "", load: () => import("./page.tsx") },
	{ id: "blog", pattern: "/*", title: "", load: () => import("./blog.tsx") },
	{ id: "search", pattern: "/*", title: "", load: () => import("./search.tsx") },
];

/** The pages that the server finds by file, not by pattern. */
const SERVER_PAGES: ReadonlySet<string> = new Set(["index", "page", "blog", "search"]);

/** The entries that a developer added. */
export function codePages(table: readonly PageEntry[]): readonly PageEntry[] {
	return table.filter(({ id }) => !SERVER_PAGES.has(id));
}

/** The decoded values of the placeholders in the page's pattern; empty for a page of a file. */
export function pageParams({ id, path }: Pick<PageData, "id" | "path">): PageParams {
	const pattern = PAGE_TABLE.find((entry) => entry.id === id)?.pattern;
	if (pattern === undefined) return {};
	return matchPath({ path: pattern, caseSensitive: true }, path)?.params ?? {};
}
