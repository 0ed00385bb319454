/** A page that is always busy, or draws no frames, never says that it is idle. */
const LONGEST_WAIT_MS = 500;

/** Runs the work when the browser has nothing better to do, or after half a second without such a time. */
export function whenIdle(page: Window, work: () => void): void {
	// Safari has no idle callback; a later task leaves what is under way in peace as well.
	if (page.requestIdleCallback === undefined) page.setTimeout(work, 200);
	else page.requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
}
