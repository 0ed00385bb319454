export interface ViewedTime {
	readonly seconds: number;
	/** When the tab was visible last; milliseconds since the Unix epoch. */
	readonly lastSeenAt: number;
}

/** Measures how long a page is visible. */
export function createVisibleTime(page: Document, now: () => number = Date.now) {
	let beganAt: number | undefined;
	let visibleMs = 0;
	let shownAt: number | undefined;
	let lastSeenAt = 0;

	function hide(at: number): void {
		if (shownAt === undefined) return;
		visibleMs += Math.max(0, at - shownAt);
		lastSeenAt = Math.max(at, lastSeenAt);
		shownAt = undefined;
	}

	page.addEventListener("visibilitychange", () => {
		if (page.visibilityState === "hidden") hide(now());
		else shownAt ??= now();
	});
	return {
		/** Starts measuring a view. */
		begin(at: number): void {
			beganAt = at;
			visibleMs = 0;
			lastSeenAt = at;
			shownAt = page.visibilityState === "hidden" ? undefined : at;
		},
		/** Stops measuring. @returns `undefined` if no view was started. */
		end(at: number): ViewedTime | undefined {
			if (beganAt === undefined) return undefined;
			hide(at);
			beganAt = undefined;
			return { seconds: Math.round(visibleMs / 100) / 10, lastSeenAt };
		},
	};
}
