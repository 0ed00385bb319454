import type { Browser } from "playwright-core";
import { median } from "./median.ts";
import { NOTE_HYDRATION, type PageFigures, READ_FIGURES, WHEN_HYDRATED } from "./page-figures.ts";
import { SLOW_DEVICE, slowDown } from "./slow-device.ts";

export interface VisitOptions {
	readonly browser: Browser;
	readonly url: string;
	readonly visits: number;
}

/** Nothing of the first view comes later, prefetching and idle work included. */
const SETTLED_AFTER_MS = 1500;

/** Visits a page again and again with an empty cache. @returns The median of each figure. */
export async function measureVisits(options: VisitOptions): Promise<PageFigures> {
	const visits: PageFigures[] = [];
	for (let visit = 0; visit < options.visits; visit += 1) visits.push(await measureVisit(options));
	const medianOf = (read: (figures: PageFigures) => number): number => median(visits.map(read));
	return {
		bytes: {
			document: medianOf(({ bytes }) => bytes.document),
			styles: medianOf(({ bytes }) => bytes.styles),
			scripts: medianOf(({ bytes }) => bytes.scripts),
			other: medianOf(({ bytes }) => bytes.other),
		},
		fcpMs: medianOf(({ fcpMs }) => fcpMs),
		lcpMs: medianOf(({ lcpMs }) => lcpMs),
		cls: medianOf(({ cls }) => cls),
		hydratedMs: medianOf(({ hydratedMs }) => hydratedMs),
	};
}

async function measureVisit({ browser, url }: VisitOptions): Promise<PageFigures> {
	const context = await browser.newContext({ viewport: SLOW_DEVICE.viewport, isMobile: true });
	try {
		const page = await context.newPage();
		await slowDown(page);
		await page.addInitScript(NOTE_HYDRATION);
		await page.goto(url);
		await page.evaluate(WHEN_HYDRATED);
		await page.waitForTimeout(SETTLED_AFTER_MS);
		return await page.evaluate<PageFigures>(READ_FIGURES);
	} finally {
		await context.close();
	}
}
