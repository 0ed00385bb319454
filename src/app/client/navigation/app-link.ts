import { belowBasePath, readPath } from "../../../shared/routing/routes.ts";
import type { PrefetchWish } from "./prefetch/prefetch.ts";

export interface AppBounds {
	readonly origin: string;
	readonly basePath: string;
}

/** @returns The link of the app around an element; `undefined` for links that the browser handles. */
export function appLink(
	target: EventTarget | null,
	{ origin, basePath }: AppBounds,
): HTMLAnchorElement | undefined {
	const link = target instanceof Element ? target.closest("a[href]") : null;
	if (!(link instanceof HTMLAnchorElement) || isForTheBrowser(link)) return undefined;
	const isInside = link.origin === origin && belowBasePath(basePath, link.pathname) !== undefined;
	return isInside ? link : undefined;
}

function isForTheBrowser(link: HTMLAnchorElement): boolean {
	if (link.target !== "" && link.target !== "_self") return true;
	return link.hasAttribute("download") || link.hasAttribute("data-file");
}

/** @returns The target page of the link around an element; `undefined` also for the shown page. */
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
