import { belowBasePath } from "../../../shared/routing/routes.ts";

export interface AppBounds {
	readonly origin: string;
	readonly basePath: string;
}

/** The link around an element, or `undefined` when there is none or it is the browser's to follow. */
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
