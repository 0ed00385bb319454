import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { readFixture } from "../support/read-fixture.ts";
import { overflowOf } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = readFixture<string>("site-texts/first-view.yaml");

const PAGES = [
	["/", 200],
	["/guide", 200],
	["/missing", 404],
	["/broken", 500],
] as const;

test.for([390, 1280])("at %i px, no page overflows or moves while it starts", async (width, {
	openPage,
}) => {
	const site = await startTestSite(FILES);
	const { page, faults } = await openPage({ viewport: { width, height: 800 } });
	faults.allow(/status of (404|500)/);
	await markFirstWholeFrame(page);

	for (const [path, status] of PAGES) {
		const response = await page.goto(site.url + path);
		await hydrated(page);

		expect([path, response?.status()]).toEqual([path, status]);
		expect([path, await layoutShift(page), await overflowOf(page)]).toEqual([path, 0, 0]);
	}
});

test("pages read and work without JavaScript, with a live region from the start", async ({
	openPage,
}) => {
	const site = await startTestSite(FILES);
	const { page, faults } = await openPage({ javaScriptEnabled: false });
	faults.allow(/status of (404|500)/);

	for (const [path] of PAGES) {
		await page.goto(site.url + path);
		const heading = await page.getByRole("heading", { level: 1 }).innerText();
		const regions = await page.locator('[aria-live="polite"], [role="status"]').count();
		await page.getByRole("banner").getByRole("link", { name: "Guide" }).first().click();

		expect([path, heading === "", regions]).toEqual([path, false, 1]);
		expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Guide");
	}
});

test("on a phone the navigation opens without JavaScript", async ({ openPage }) => {
	const site = await startTestSite(FILES);
	const { page } = await openPage({
		javaScriptEnabled: false,
		viewport: { width: 390, height: 800 },
	});

	await page.goto(`${site.url}/guide`);
	await page.locator("summary:visible").first().click();
	await page.getByRole("link", { name: "Second" }).first().click();

	expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Second");
});

/**
 * Marks the first frame that shows the whole document. A busy machine may paint half a
 * document before it, and the half that comes then moves what was painted.
 */
function markFirstWholeFrame(page: Page): Promise<unknown> {
	return page.addInitScript(() => {
		addEventListener("DOMContentLoaded", () => {
			// The first frame after parsing still moves what was there; with the second it stands.
			requestAnimationFrame(() =>
				requestAnimationFrame(() => performance.mark("first-whole-frame")),
			);
		});
	});
}

/** Cumulative layout shift since the first frame with the whole document. */
function layoutShift(page: Page): Promise<number> {
	return page.evaluate(async () => {
		const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
		while (performance.getEntriesByName("first-whole-frame").length === 0) await frame();
		const [mark] = performance.getEntriesByName("first-whole-frame");
		let sum = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				const { startTime, value } = entry as PerformanceEntry & { value: number };
				if (startTime >= (mark?.startTime ?? 0)) sum += value;
			}
		}).observe({ type: "layout-shift", buffered: true });
		await frame();
		await frame();
		return sum;
	});
}
