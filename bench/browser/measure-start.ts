import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { median } from "../median.ts";
import { openPlainPage } from "./plain-page.ts";
import { SLOW_DEVICE } from "./slow-device.ts";

export interface StartOptions {
	readonly browser: Browser;
	/** The debugging port that the browser was started with. */
	readonly debuggingPort: number;
	readonly url: string;
	/** Time after the navigation during which tasks are counted, in milliseconds. */
	readonly watchedMs: number;
}

/** Figures of one visit, or the median of each over several visits; times in milliseconds. */
export interface StartFigures {
	readonly lcpMs: number;
	/** Number of tasks of the page above 50 ms. */
	readonly longTasks: number;
	readonly longestTaskMs: number;
	/** Sum of the time beyond 50 ms of each long task. */
	readonly blockedMs: number;
	/** The same for tasks that began after the first paint. */
	readonly tbtMs: number;
}

/** User agent of a real browser: the analytics client sends nothing for automated ones. */
const USER_AGENT =
	"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

/** Runs in the page. Long tasks are reported when they end, according to the specification. */
const READ_FIGURES = `(async () => {
	const entriesOf = (type) => new Promise((resolve) => {
		const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
		observer.observe({ type, buffered: true });
		setTimeout(() => resolve(observer.takeRecords()), 100);
	});
	const beyond50 = (tasks) => tasks.reduce((sum, { duration }) => sum + duration - 50, 0);
	const fcp = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
	const lcp = (await entriesOf("largest-contentful-paint")).at(-1);
	const tasks = await entriesOf("longtask");
	return {
		lcpMs: lcp?.startTime ?? NaN,
		longTasks: tasks.length,
		longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
		blockedMs: beyond50(tasks),
		tbtMs: beyond50(tasks.filter(({ startTime }) => startTime >= fcp)),
	};
})()`;

/**
 * Visits a page with an empty cache, a slowed-down processor and an unthrottled line: a slow line would
 * spread work over time that happens at once on a fast line.
 */
export async function measureStart(options: StartOptions): Promise<StartFigures> {
	const { browser, debuggingPort, url, watchedMs } = options;
	const page = await openPlainPage(browser, debuggingPort);
	try {
		await page.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DEVICE.cpuSlowdown });
		await page.send("Emulation.setUserAgentOverride", { userAgent: USER_AGENT });
		await page.send("Emulation.setDeviceMetricsOverride", {
			...SLOW_DEVICE.viewport,
			deviceScaleFactor: 1,
			mobile: true,
		});
		await page.send("Page.navigate", { url });
		await delay(watchedMs);
		return await page.evaluate<StartFigures>(READ_FIGURES);
	} finally {
		await page.close();
	}
}

/** Measures several pages in turns, so that the load of the machine affects all of them. */
export async function measureStartsInTurns<Name extends string>(
	urls: Readonly<Record<Name, string>>,
	options: Omit<StartOptions, "url"> & { readonly visits: number },
): Promise<Readonly<Record<Name, StartFigures>>> {
	const entries = Object.entries<string>(urls).map(([name, url]) => ({
		...{ name, url },
		visits: [] as StartFigures[],
	}));
	// The first visit of each warms the server up.
	for (let visit = 0; visit <= options.visits; visit += 1) {
		for (const { url, visits } of entries) {
			const figures = await measureStart({ ...options, url });
			if (visit > 0) visits.push(figures);
		}
	}
	const medians = entries.map(({ name, visits }) => [name, mediansOf(visits)] as const);
	// The names are the keys of `urls`.
	return Object.fromEntries(medians) as Record<Name, StartFigures>;
}

function mediansOf(visits: readonly StartFigures[]): StartFigures {
	const medianOf = (name: keyof StartFigures): number => median(visits.map((visit) => visit[name]));
	return {
		lcpMs: medianOf("lcpMs"),
		longTasks: medianOf("longTasks"),
		longestTaskMs: medianOf("longestTaskMs"),
		blockedMs: medianOf("blockedMs"),
		tbtMs: medianOf("tbtMs"),
	};
}
