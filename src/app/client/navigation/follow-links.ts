import { type AppBounds, appLink } from "./app-link.ts";
import { markFollowed } from "./followed-link.ts";

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
 * The link that a click asks the app to follow.
 *
 * @returns `undefined` when the click is the browser's: another button, a held key, another
 * window, a download, a file, another origin, a path outside the app.
 */
function linkToFollow(event: MouseEvent, bounds: AppBounds): HTMLAnchorElement | undefined {
	if (event.defaultPrevented || event.button !== 0) return undefined;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
	return appLink(event.target, bounds);
}
