import type { Page } from "playwright-core";

/**
 * From the next document on, a page fetches nothing ahead, as on a line that is paid by the byte.
 * Otherwise it asks by itself, a second after its start: on a busy machine, that is amid a test.
 */
export async function withoutPrefetching(page: Page): Promise<void> {
	await page.addInitScript(() => {
		Object.defineProperty(navigator, "connection", { value: { saveData: true } });
	});
}
