/** The browser's figures for one visit; times in milliseconds since the start of the navigation. */
export interface PageFigures {
	readonly bytes: {
		readonly document: number;
		readonly styles: number;
		readonly scripts: number;
		readonly other: number;
	};
	readonly fcpMs: number;
	readonly lcpMs: number;
	/** Cumulative layout shift. */
	readonly cls: number;
	/** Time when React has hydrated the page. */
	readonly hydratedMs: number;
}

/**
 * Runs in the page, some time after it has loaded.
 *
 * Requests after hydration, such as prefetched payloads, are not part of the first view and are not
 * counted.
 */
export const READ_FIGURES = `(async () => {
	const entriesOf = (type) => new Promise((resolve) => {
		const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
		observer.observe({ type, buffered: true });
		setTimeout(() => resolve(observer.takeRecords()), 100);
	});
	const hydratedMs = await window.whenHydrated;
	const [navigation] = performance.getEntriesByType("navigation");
	const resources = performance.getEntriesByType("resource")
		.filter(({ startTime }) => startTime <= hydratedMs);
	const weigh = (isWanted) => resources.filter(isWanted)
		.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
	const isScript = ({ name }) => name.endsWith(".js");
	const isStyle = ({ name }) => name.endsWith(".css");
	const fcp = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
	const lcp = (await entriesOf("largest-contentful-paint")).at(-1);
	const shifts = await entriesOf("layout-shift");
	return {
		bytes: {
			document: navigation.encodedBodySize,
			styles: weigh(isStyle),
			scripts: weigh(isScript),
			other: weigh((entry) => !isScript(entry) && !isStyle(entry)),
		},
		fcpMs: fcp,
		lcpMs: lcp?.startTime ?? NaN,
		cls: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
		hydratedMs,
	};
})()`;

/**
 * Runs before the page's own scripts. Promises the time when React is attached to the app: then its
 * last element has React's own key.
 */
export const NOTE_HYDRATION = `
window.whenHydrated = new Promise((resolve) => {
	const look = () => {
		const last = document.querySelector("#app > :last-child");
		const isHydrated = last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber$"));
		if (isHydrated) resolve(performance.now());
		else requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})`;

/** The promise of {@link NOTE_HYDRATION}. The page's policy forbids polling from outside. */
export const WHEN_HYDRATED = "window.whenHydrated";
