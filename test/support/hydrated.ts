import type { Page } from "playwright-core";

/** Waits until React has taken over the last element of the app, and the frame after it. */
export async function hydrated(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const last = document.querySelector("#app > :last-child");
		return last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber$"));
	});
	// Not `evaluate()`: that waits for ever where a page that is left draws no more frames.
	await page.waitForFunction(
		() =>
			new Promise((resolve) =>
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))),
			),
	);
}
