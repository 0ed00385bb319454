import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide)\n",
	"pages/guide.md": `# Guide\n\n${"Some text.\n\n".repeat(80)}`,
};

test("React takes the page over after it has been painted", async ({ page }) => {
	const site = await startTestSite(FILES);
	await noteHydration(page);

	await page.goto(`${site.url}/guide`);
	await hydrated(page);

	const order = await page.evaluate(() => ({
		paintedMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
		hydratingMs: performance.getEntriesByName("hydrating")[0]?.startTime,
	}));
	expect(order.paintedMs).toBeGreaterThan(0);
	expect(order.hydratingMs).toBeGreaterThanOrEqual(order.paintedMs ?? Number.NaN);
});

test("a page asks for what it needs at once, and for nothing else before it is ready", async ({
	page,
}) => {
	const site = await startTestSite(FILES);

	await page.goto(`${site.url}/guide`);
	await hydrated(page);

	const { announced, executed } = await page.evaluate(() => {
		const [navigation] = performance.getEntriesByType("navigation");
		const end = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
		const early = performance
			.getEntriesByType("resource")
			.filter((entry) => entry.startTime <= end);
		const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
		const entry = document.querySelector<HTMLScriptElement>('script[type="module"]');
		return {
			announced: [...[...links].map(({ href }) => href), entry?.src].toSorted(),
			executed: early
				.map(({ name }) => name)
				.filter((name) => name.endsWith(".js"))
				.toSorted(),
		};
	});
	expect(announced.length).toBeGreaterThan(2);
	expect(executed).toEqual(announced);
});

test("a prefetched page is painted with the frame after the click", async ({ openPage }) => {
	const site = await startTestSite(FILES);
	const { page } = await openPage({ reducedMotion: "reduce" });
	await page.goto(site.url);
	await hydrated(page);
	const payload = page.waitForResponse(/\/guide\/_payload\.json/);
	await page.locator("#page-body").getByRole("link", { name: "Guide" }).hover();
	await (await payload).finished();
	// What has come over the line still has to be read.
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

	const frames = await framesUntilHeading(page, "Guide");

	expect(frames).toBeLessThanOrEqual(1);
});

test("a tab that is not looked at asks for nothing, until it is", async ({ page }) => {
	const site = await startTestSite(FILES);
	await hideTab(page);
	const asked: string[] = [];
	await page.clock.install();
	await page.goto(site.url);
	await page.waitForFunction(() => history.state?.idx !== undefined);
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));

	await page.clock.runFor(20 * 60 * 1000);
	const hidden = [...asked];
	await showTab(page);
	await page.clock.runFor(60 * 1000);

	expect(hidden).toEqual([]);
	await expect.poll(() => asked.some((path) => path.endsWith("/_payload.json"))).toBe(true);
});

/** React listens for events on the element of the app first of all: that is when it begins. */
function noteHydration(page: Page): Promise<unknown> {
	return page.addInitScript(() => {
		const { addEventListener } = EventTarget.prototype;
		EventTarget.prototype.addEventListener = function (...args) {
			const isFirst = performance.getEntriesByName("hydrating").length === 0;
			if (isFirst && this instanceof Element && this.id === "app") performance.mark("hydrating");
			addEventListener.apply(this, args);
		};
	});
}

/** Clicks on the link to a page. @returns How many frames pass without the page in them. */
function framesUntilHeading(page: Page, heading: string): Promise<number> {
	return page.evaluate(
		(wanted) =>
			new Promise<number>((resolve) => {
				let frames = 0;
				const look = (): void => {
					if (document.querySelector("h1")?.textContent === wanted) resolve(frames);
					else requestAnimationFrame(look);
					frames += 1;
				};
				const link = [...document.querySelectorAll("main a")].find(
					({ textContent }) => textContent === wanted,
				);
				if (link instanceof HTMLElement) link.click();
				requestAnimationFrame(look);
			}),
		heading,
	);
}

function hideTab(page: Page): Promise<unknown> {
	return page.addInitScript(() => {
		let isHidden = true;
		Object.defineProperty(document, "hidden", { get: () => isHidden });
		Object.defineProperty(document, "visibilityState", {
			get: () => (isHidden ? "hidden" : "visible"),
		});
		addEventListener("tab-shown", () => {
			isHidden = false;
			document.dispatchEvent(new Event("visibilitychange"));
		});
	});
}

function showTab(page: Page): Promise<unknown> {
	return page.evaluate(() => dispatchEvent(new Event("tab-shown")));
}
