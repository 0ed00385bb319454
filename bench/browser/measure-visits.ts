import type { Browser } from "playwright-core";
import { median } from "../median.ts";
import { askSlowPage } from "./ask-slow-page.ts";
import { type PageFigures, READ_FIGURES } from "./page-figures.ts";

export interface VisitOptions {
	readonly browser: Browser;
	readonly url: string;
	readonly visits: number;
}

/** The whole first view ends before this time, including prefetching and idle work. */
const SETTLED_AFTER_MS = 1500;

/** Visits a page several times with an empty cache. @returns The median of each figure. */
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

function measureVisit({ browser, url }: VisitOptions): Promise<PageFigures> {
	return askSlowPage({ browser, url, waitMs: SETTLED_AFTER_MS, script: READ_FIGURES });
}
