import type { Page } from "playwright-core";

/** Waits until React has hydrated the last element of the app, and for the frame after it. */
export async function hydrated(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const last = document.querySelector("#app > :last-child");
		return last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber$"));
	});
	// Not `evaluate()`: it waits forever on a page that is being left and draws no more frames.
	await page.waitForFunction(
		() =>
			new Promise((resolve) =>
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))),
			),
	);
}
