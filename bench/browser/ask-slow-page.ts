import type { Browser } from "playwright-core";
import { NOTE_HYDRATION, WHEN_HYDRATED } from "./page-figures.ts";
import { SLOW_DEVICE, slowDown } from "./slow-device.ts";

export interface SlowPageQuestion {
	readonly browser: Browser;
	readonly url: string;
	/** Time between hydration and the script, in milliseconds. */
	readonly waitMs: number;
	/** Evaluated in the page after that time. */
	readonly script: string;
}

/** Opens a page for the first time on a slow device, and evaluates a script in it. */
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
