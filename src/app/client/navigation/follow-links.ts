import { belowBasePath } from "../../../shared/routing/routes.ts";

export interface FollowLinksOptions {
	readonly page: Window;
	readonly basePath: string;
	readonly onClick: (url: string) => void;
}

/** Handles clicks on all links of the app: page bodies are plain HTML. */
export function followLinks({ page, basePath, onClick }: FollowLinksOptions): void {
	page.document.addEventListener("click", (event) => {
		const link = linkToFollow(event, { origin: page.location.origin, basePath });
		if (link === undefined) return;
		event.preventDefault();
		markFollowed(link);
		onClick(link.href);
	});
}

/**
 * The link that the app follows after a click.
 *
 * @returns `undefined` when the browser handles the click: another button, a held key, another
 * window, a download, a file, another origin, a path outside the app.
 */
function linkToFollow(event: MouseEvent, bounds: AppBounds): HTMLAnchorElement | undefined {
	if (event.defaultPrevented || event.button !== 0) return undefined;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
	return appLink(event.target, bounds);
}

interface AppBounds {
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

/** Attribute of the link whose page is loading. */
const MARK = "data-followed";

/** Marks the followed link at once, before its page is loaded. */
function markFollowed(link: Element): void {
	unmarkFollowed(link.ownerDocument);
	link.setAttribute(MARK, "");
}

export function unmarkFollowed(document: Document): void {
	document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
}
