import type { DataRouter } from "react-router";

export interface StayParts {
	readonly page: Pick<Window, "history" | "location">;
	readonly router: () => Pick<DataRouter, "navigate" | "state">;
	readonly basePath: string;
}

/** Calls a navigation off that has begun, and leaves the visitor where they are. */
export interface Stay {
	/** The promise stays open: the navigation that asked for it never comes to its end. */
	readonly callOff: () => Promise<never>;
	/** Whether the navigation that begins now only leads back to the page that is shown. */
	readonly isReturning: () => boolean;
	/** To be told when a navigation is on the screen. @returns Whether it was such a return. */
	readonly arrived: () => boolean;
}

/**
 * The router has no way to give a navigation up, it can only begin another. So we navigate
 * to the page that is shown, whose loader brings back what it has.
 */
export function createStay({ page, router, basePath }: StayParts): Stay {
	let shownIndex = historyIndex(page.history);
	let isReturning = false;

	function callOff(): Promise<never> {
		const { location } = router().state;
		isReturning = true;
		const shown = basePath + location.pathname + location.search;
		const steps = shownIndex - historyIndex(page.history);
		// A step through the history has changed the address already; a click has not.
		if (page.location.pathname + page.location.search !== shown && steps !== 0) {
			page.history.go(steps);
		} else {
			void router().navigate(location, { replace: true, state: location.state });
		}
		return new Promise(() => undefined);
	}

	return {
		callOff,
		isReturning: () => isReturning,
		arrived() {
			const wasReturning = isReturning;
			isReturning = false;
			shownIndex = historyIndex(page.history);
			return wasReturning;
		},
	};
}

/** The router numbers the entries of the history. */
function historyIndex({ state }: History): number {
	const index: unknown = state?.idx;
	return typeof index === "number" ? index : 0;
}
