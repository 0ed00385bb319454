import type { Notice } from "../../components/navigation-context.ts";
import type { Clock } from "../browser-clock.ts";
import { createListeners } from "../listeners.ts";

/** A faster navigation shows no progress. */
const LATE_MS = 200;

/** Then the visitor can choose to wait or to load the document. */
const SLOW_MS = 8000;

export type StatusOfTab = ReturnType<typeof createStatus>;

/** What the visitor is told of the router's pending navigation, and of one that failed. */
export function createStatus(clock: Clock) {
	const { subscribe, notify } = createListeners();
	let timers: readonly (() => void)[] = [];
	let isBusy = false;
	let pending: Notice | undefined;
	let problem: Notice | undefined;
	return {
		subscribe,
		isBusy: () => isBusy,
		/** Whether nothing is loaded: the tab is at rest, or waits for the server. */
		isAtRest: () => timers.length === 0,
		notice: () => pending ?? problem,
		/** Called when a navigation starts, and when its server is back. */
		start(): void {
			problem = undefined;
			clear();
			timers = [
				clock.after(LATE_MS, () => {
					isBusy = true;
					notify();
				}),
				clock.after(SLOW_MS, () => {
					pending = "slow";
					notify();
				}),
			];
			notify();
		},
		/** Called when the visitor does not want to choose, or no longer can. */
		keepWaiting(): void {
			timers[1]?.();
			pending = undefined;
			notify();
		},
		/** Called when the navigation continues after the server is back. */
		waitForServer(): void {
			end("waiting");
		},
		/** @param because Stays until the next navigation. */
		fail(because?: Notice): void {
			problem = because;
			end();
		},
		end,
	};

	function end(notice?: Notice): void {
		clear();
		pending = notice;
		notify();
	}

	function clear(): void {
		for (const cancel of timers) cancel();
		timers = [];
		isBusy = false;
		pending = undefined;
	}
}
