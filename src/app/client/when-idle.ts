/** Runs the work when the browser has nothing better to do. */
export function whenIdle(page: Window, work: () => void): void {
	// Safari has no idle callback; a later task leaves what is under way in peace as well.
	if (page.requestIdleCallback === undefined) page.setTimeout(work, 200);
	else page.requestIdleCallback(work);
}
