import type { Page } from "playwright-core";

/**
 * Disables prefetching from the next document on, as on a metered connection. Otherwise a page
 * prefetches one second after its start, on a busy machine in the middle of a test.
 */
export async function withoutPrefetching(page: Page): Promise<void> {
	await page.addInitScript(() => {
		Object.defineProperty(navigator, "connection", { value: { saveData: true } });
	});
}
