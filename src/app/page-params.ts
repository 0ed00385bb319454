import { matchPath } from "react-router";
import type { PageData } from "../shared/page/payload.ts";
import type { PageParams } from "./page-module.ts";
import { PAGE_TABLE } from "./pages/page-table.ts";

/** What the placeholders of the page's pattern matched; none for a page that is a file. */
export function pageParams({ id, path }: Pick<PageData, "id" | "path">): PageParams {
	const pattern = PAGE_TABLE.find((entry) => entry.id === id)?.pattern;
	if (pattern === undefined) return {};
	return matchPath({ path: pattern, caseSensitive: true }, path)?.params ?? {};
}
