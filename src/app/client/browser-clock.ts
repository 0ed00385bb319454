/** Clock with a timer. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** @returns A function that cancels. */
	readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** Clock of the visitor's device. */
export function browserClock(page: Window): Clock {
	return {
		now: Date.now,
		after(delayMs, callback) {
			const timer = page.setTimeout(callback, delayMs);
			return () => page.clearTimeout(timer);
		},
	};
}

/** A busy page, or one that draws no frames, is never idle. */
const LONGEST_WAIT_MS = 500;

/** Runs the work when the browser is idle, or after half a second. */
export function whenIdle(page: Window, work: () => void): void {
	// Safari has no idle callback.
	if (page.requestIdleCallback === undefined) page.setTimeout(work, 200);
	else page.requestIdleCallback(work, { timeout: LONGEST_WAIT_MS });
}
