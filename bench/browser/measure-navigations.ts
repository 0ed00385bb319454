import type { Browser } from "playwright-core";
import { median } from "../median.ts";
import { askSlowPage } from "./ask-slow-page.ts";

export interface NavigationOptions {
	readonly browser: Browser;
	/** The page with the link. */
	readonly url: string;
	/** Path of the link's target. */
	readonly target: string;
	readonly rounds: number;
}

/** Milliseconds from the click to the first frame with the new page, medians. */
export interface NavigationFigures {
	readonly prefetchedMs: number;
	/** Without prefetching: the payload is fetched over the slow line. */
	readonly coldMs: number;
}

/** Prefetching starts a second after the app is ready, and ends within this time. */
const PREFETCHED_AFTER_MS = 4000;

/** Clicks a link of the page, both after a wait and immediately. */
export async function measureNavigations(options: NavigationOptions): Promise<NavigationFigures> {
	const prefetched: number[] = [];
	const cold: number[] = [];
	for (let round = 0; round < options.rounds; round += 1) {
		prefetched.push(await measureClick(options, PREFETCHED_AFTER_MS));
		cold.push(await measureClick(options, 0));
	}
	return { prefetchedMs: median(prefetched), coldMs: median(cold) };
}

function measureClick(
	{ browser, url, target }: NavigationOptions,
	waitMs: number,
): Promise<number> {
	return askSlowPage({ browser, url, waitMs, script: clickAndWait(target) });
}

/** Clicks without a pointer event before it, which would start a prefetch. */
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
