import { belowBasePath } from "../../../shared/routing/routes.ts";

export interface FollowLinksOptions {
	readonly page: Window;
	readonly basePath: string;
	readonly onClick: (url: URL) => void;
}

/** Answers every click on a link of ours, wherever it stands: page bodies are plain HTML. */
export function followLinks({ page, basePath, onClick }: FollowLinksOptions): void {
	page.document.addEventListener("click", (event) => {
		const url = linkToFollow(event, { origin: page.location.origin, basePath });
		if (url === undefined) return;
		event.preventDefault();
		onClick(url);
	});
}

export interface AppBounds {
	readonly origin: string;
	readonly basePath: string;
}

/**
 * The URL that a click asks the app for.
 *
 * @returns `undefined` when the click is the browser's: another button, a held key, another
 * window, a download, a file, another origin, a path outside the app.
 */
export function linkToFollow(event: MouseEvent, bounds: AppBounds): URL | undefined {
	if (event.defaultPrevented || event.button !== 0) return undefined;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
	return appLink(event.target, bounds);
}

/** The URL behind a link that the app answers, or `undefined` when it is the browser's to follow. */
export function appLink(target: EventTarget | null, bounds: AppBounds): URL | undefined {
	const link = target instanceof Element ? target.closest("a[href]") : null;
	if (!(link instanceof HTMLAnchorElement) || isForTheBrowser(link)) return undefined;
	const url = new URL(link.href);
	if (url.origin !== bounds.origin) return undefined;
	return belowBasePath(bounds.basePath, url.pathname) === undefined ? undefined : url;
}

function isForTheBrowser(link: HTMLAnchorElement): boolean {
	if (link.target !== "" && link.target !== "_self") return true;
	return link.hasAttribute("download") || link.hasAttribute("data-file");
}
