/** The time, and a way to wait for it. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** @returns A function that cancels. */
	readonly after: (delayMs: number, callback: () => void) => () => void;
}

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
