/** Views of a page on a site, and of a screen in an app: a screen is a page of the app. */
export const VIEW_EVENTS: readonly string[] = ["$pageview", "$screen"];

export function isViewEvent(event: string): boolean {
	return VIEW_EVENTS.includes(event);
}
