import { belowBasePath, readPath } from "../../../../shared/routing/routes.ts";
import { appLink } from "../app-link.ts";
import type { PrefetchWish } from "./prefetch.ts";

/** @returns The page behind the link around an element; `undefined` also for the one that is shown. */
export function linkedPage(
	target: EventTarget | null,
	basePath: string,
	{ origin, pathname, search }: Location,
): PrefetchWish | undefined {
	const link = appLink(target, { origin, basePath });
	if (link === undefined || (link.pathname === pathname && link.search === search))
		return undefined;
	const reading = readPath(belowBasePath(basePath, link.pathname) ?? "");
	return reading.kind === "path" ? { path: reading.path, query: link.search } : undefined;
}
