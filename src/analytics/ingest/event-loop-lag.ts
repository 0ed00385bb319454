/** Often enough to notice a second of delay, rarely enough to cost nothing. */
const INTERVAL_MS = 250;

export interface EventLoopLag {
	/** How late the last look came, in milliseconds. */
	readonly read: () => number;
	readonly stop: () => void;
}

/** Measures how long work waits for its turn. @param now A monotonic clock in milliseconds. */
export function watchEventLoop(now: () => number): EventLoopLag {
	let lag = 0;
	let last = now();
	const timer = setInterval(() => {
		const current = now();
		lag = Math.max(0, current - last - INTERVAL_MS);
		last = current;
	}, INTERVAL_MS);
	timer.unref();
	return { read: () => lag, stop: () => clearInterval(timer) };
}
