import type { Browser } from "playwright-core";
import { median } from "./median.ts";
import { NOTE_HYDRATION, WHEN_HYDRATED } from "./page-figures.ts";
import { SLOW_DEVICE, slowDown } from "./slow-device.ts";

export interface NavigationOptions {
	readonly browser: Browser;
	/** The page that has the link. */
	readonly url: string;
	/** Path that the link leads to. */
	readonly target: string;
	readonly rounds: number;
}

/** From the click to the first frame with the new page in it, milliseconds, medians. */
export interface NavigationFigures {
	readonly prefetchedMs: number;
	/** Nothing was fetched before: the payload comes over the slow line. */
	readonly coldMs: number;
}

/** Prefetching begins a second after the app is ready, and is done within this. */
const PREFETCHED_AFTER_MS = 4000;

/** Clicks on a link of the page, as a visitor would who has waited, and as one who has not. */
export async function measureNavigations(options: NavigationOptions): Promise<NavigationFigures> {
	const prefetched: number[] = [];
	const cold: number[] = [];
	for (let round = 0; round < options.rounds; round += 1) {
		prefetched.push(await measureClick(options, PREFETCHED_AFTER_MS));
		cold.push(await measureClick(options, 0));
	}
	return { prefetchedMs: median(prefetched), coldMs: median(cold) };
}

async function measureClick(options: NavigationOptions, waitMs: number): Promise<number> {
	const { browser, url, target } = options;
	const context = await browser.newContext({ viewport: SLOW_DEVICE.viewport, isMobile: true });
	try {
		const page = await context.newPage();
		await slowDown(page);
		await page.addInitScript(NOTE_HYDRATION);
		await page.goto(url);
		await page.evaluate(WHEN_HYDRATED);
		await page.waitForTimeout(waitMs);
		return await page.evaluate<number>(clickAndWait(target));
	} finally {
		await context.close();
	}
}

/** The click is one without a pointer before it, which would prefetch. */
const clickAndWait = (target: string): string => `new Promise((resolve) => {
	const before = document.querySelector("h1");
	const startedAt = performance.now();
	const look = () => {
		const heading = document.querySelector("h1");
		// The task after a frame's callbacks is the first in which that frame is painted.
		if (heading === null || heading === before) requestAnimationFrame(look);
		else setTimeout(() => resolve(performance.now() - startedAt));
	};
	requestAnimationFrame(look);
	[...document.querySelectorAll("a[href]")].find((link) => link.pathname === ${JSON.stringify(target)}).click();
})`;
