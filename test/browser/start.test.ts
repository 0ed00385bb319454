import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { follow, openHydrated } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide) [News](/news)\n",
	// A blog has a chunk of its own.
	"pages/news/index.md": "---\ntype: blog\n---\n# News\n",
	"pages/guide.md": `# Guide\n\n${"Some text.\n\n".repeat(80)}`,
};

test("the app is fetched when the page has been painted, and takes it over then", async ({
	page,
}) => {
	const site = await startTestSite(FILES);
	await holdFrames(page);
	const scripts: string[] = [];
	page.on("request", (request) => {
		if (request.resourceType() === "script") scripts.push(request.url());
	});

	await page.goto(`${site.url}/guide`);
	await expect.poll(() => page.evaluate(() => document.body.dataset["frame"])).toBe("asked for");
	await page.waitForLoadState("networkidle");
	const before = [...scripts];
	await page.evaluate(() => dispatchEvent(new Event("frame")));

	await hydrated(page);
	expect(before).toEqual([]);
	expect(scripts).not.toEqual([]);
});

test("a page asks for what it needs at once, and for nothing else before it is ready", async ({
	page,
}) => {
	const site = await startTestSite(FILES);

	await noteHydration(page);

	await openHydrated(page, `${site.url}/guide`);

	const { announced, executed } = await page.evaluate(() => {
		const end = performance.getEntriesByName("hydrating")[0]?.startTime ?? 0;
		const early = performance
			.getEntriesByType("resource")
			.filter((entry) => entry.startTime <= end);
		const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
		return {
			announced: [...links].map(({ href }) => href).toSorted(),
			executed: early
				.map(({ name }) => name)
				.filter((name) => name.endsWith(".js"))
				.toSorted(),
		};
	});
	expect(announced.length).toBeGreaterThan(1);
	expect(executed).toEqual(announced);
});

test("a prefetched page comes with the next frame: it waits for none, and for no timer", async ({
	openPage,
}) => {
	const site = await startTestSite(FILES);
	const { page } = await openPage({ reducedMotion: "reduce" });
	const rules = page.waitForResponse("**/builds/meta/*");
	const chunk = page.waitForResponse(/\/_nuxt\/blog\.\w+\.js/);
	await Promise.all([openHydrated(page, site.url), rules]);
	await page.locator("#page-body").getByRole("link", { name: "News" }).hover();
	await (await chunk).finished();
	const asked: string[] = [];
	page.on("request", (request) => {
		if (["fetch", "script", "stylesheet"].includes(request.resourceType())) {
			asked.push(request.url());
		}
	});

	// From here on, no timer runs out and no callback for a frame is called.
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 5000);
	await follow(page, "News");

	expect(asked).toEqual([]);
});

test("a tab that is not looked at asks for nothing, until it is", async ({ page }) => {
	const site = await startTestSite(FILES);
	await hideTab(page);
	const asked: string[] = [];
	await page.clock.install();
	await page.goto(site.url);
	await page.waitForFunction(() => history.state?.idx !== undefined);
	// The rest of the app itself comes once, when the tab is idle.
	await page.clock.runFor(60 * 1000);
	await page.waitForLoadState("networkidle");
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));

	await page.clock.runFor(20 * 60 * 1000);
	const hidden = [...asked];
	await showTab(page);
	await page.clock.runFor(60 * 1000);

	expect(hidden).toEqual([]);
	await expect.poll(() => asked.some((path) => path.endsWith("/_payload.json"))).toBe(true);
});

/** Nothing is painted and no frame comes, until the event `frame` lets all of them through. */
function holdFrames(page: Page): Promise<unknown> {
	return page.addInitScript(() => {
		const { requestAnimationFrame } = window;
		const paint = new Promise<void>((resolve) => addEventListener("frame", () => resolve()));
		window.requestAnimationFrame = (callback) => {
			document.body.dataset["frame"] = "asked for";
			void paint.then(() => requestAnimationFrame(callback));
			return 0;
		};
	});
}

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
