import type { Clock } from "./freshness/freshness.ts";

/** The time of the visitor's device. */
export function browserClock(page: Window): Clock {
	return {
		now: Date.now,
		after(delayMs, callback) {
			const timer = page.setTimeout(callback, delayMs);
			return () => page.clearTimeout(timer);
		},
	};
}
