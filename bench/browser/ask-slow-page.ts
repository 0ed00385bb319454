import type { Browser } from "playwright-core";
import { NOTE_HYDRATION, WHEN_HYDRATED } from "./page-figures.ts";
import { SLOW_DEVICE, slowDown } from "./slow-device.ts";

export interface SlowPageQuestion {
	readonly browser: Browser;
	readonly url: string;
	/** For how long the page is left alone once it is hydrated, milliseconds. */
	readonly waitMs: number;
	/** Evaluated in the page then. */
	readonly script: string;
}

/** Opens a page for the first time on a slow device, and asks it something. */
export async function askSlowPage<Answer>(question: SlowPageQuestion): Promise<Answer> {
	const { browser, url, waitMs, script } = question;
	const context = await browser.newContext({ viewport: SLOW_DEVICE.viewport, isMobile: true });
	try {
		const page = await context.newPage();
		await slowDown(page);
		await page.addInitScript(NOTE_HYDRATION);
		await page.goto(url);
		await page.evaluate(WHEN_HYDRATED);
		await page.waitForTimeout(waitMs);
		return await page.evaluate<Answer>(script);
	} finally {
		await context.close();
	}
}
