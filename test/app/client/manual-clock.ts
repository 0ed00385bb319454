import type { Clock } from "../../../src/app/client/browser-clock.ts";

export interface ManualClock extends Clock {
	/** Lets this much time pass; what is due happens in its order. */
	readonly pass: (durationMs: number) => Promise<void>;
	/** How many callbacks wait. */
	readonly waiting: () => number;
}

/** A clock that stands still until it is told otherwise. */
export function createManualClock(startMs = 1_000_000): ManualClock {
	const due = new Map<object, { readonly atMs: number; readonly callback: () => void }>();
	let nowMs = startMs;
	return {
		now: () => nowMs,
		after(delayMs, callback) {
			const key = {};
			due.set(key, { atMs: nowMs + delayMs, callback });
			return () => due.delete(key);
		},
		waiting: () => due.size,
		async pass(durationMs) {
			const endMs = nowMs + durationMs;
			await settle();
			for (;;) {
				const [next] = [...due].toSorted(([, one], [, other]) => one.atMs - other.atMs);
				if (next === undefined || next[1].atMs > endMs) break;
				due.delete(next[0]);
				nowMs = next[1].atMs;
				next[1].callback();
				await settle();
			}
			nowMs = endMs;
		},
	};
}

/** Lets every promise that can be settled be settled. */
export function settle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
