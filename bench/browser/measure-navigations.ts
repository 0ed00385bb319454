import type { Browser } from "playwright-core";
import { median } from "../median.ts";
import { askSlowPage } from "./ask-slow-page.ts";

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

function measureClick(
	{ browser, url, target }: NavigationOptions,
	waitMs: number,
): Promise<number> {
	return askSlowPage({ browser, url, waitMs, script: clickAndWait(target) });
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
