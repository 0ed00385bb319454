import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type ListeningAnalytics, listenAnalytics } from "../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { endCollecting, hideAutomation } from "../support/client-page.ts";
import { type CountedSite, openCountedSite, VISITOR } from "../support/counted-site.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide) [Place](/guide#details) [Missing](/missing)\n",
	"pages/guide.md": `# Guide\n\n[Down](#details) [Same](/guide) [Searched](/guide?q=age) [Home](/)\n\n${"Text.\n\n".repeat(80)}## Details\n`,
};

const READING_SECONDS = 1;

// What visitors do one after the other, back, forth and by links, is counted by `counted-day.test.ts`.
describe("one page view is counted", () => {
	test("for a page that comes back out of the back-forward cache", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const { analytics } = await openCounted(page, "/guide");

		await page.evaluate(() => {
			dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
			dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
		});

		await endCollecting(page);
		await expect.poll(() => pathsIn(analytics)).toEqual(["/guide", "/guide"]);
	});

	test("for pages that were shown before the client was there", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const gate = Promise.withResolvers<void>();
		await page.route("**/_nuxt/analytics-client.*", async (route) => {
			await gate.promise;
			await route.continue();
		});
		const { analytics } = await openCounted(page, "/");
		await read(page);
		await follow(page, "Guide");
		await title(page, "Guide | Example");

		gate.resolve();

		await endCollecting(page);
		await expect
			.poll(() => viewsIn(analytics))
			.toMatchObject([
				{ path: "/", title: "Welcome | Example", cameFrom: undefined },
				{ path: "/guide", title: "Guide | Example", cameFrom: "/" },
			]);
		expect(secondsOnFirstPage(analytics)).toBeGreaterThanOrEqual(READING_SECONDS);
	});

	test("for a visitor who leaves before the client is there", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		await page.route("**/_nuxt/analytics-client.*", () => undefined);
		const { analytics } = await openCounted(page, "/");
		await read(page);
		await follow(page, "Guide");
		await title(page, "Guide | Example");

		await page.goto("about:blank");

		await expect
			.poll(() => viewsIn(analytics))
			.toEqual([
				{ path: "/", title: "Welcome | Example", status: 200, cameFrom: undefined },
				{ path: "/guide", title: "Guide | Example", status: 200, cameFrom: "/" },
			]);
		const [first, second] = storedEvents(analytics.store);
		expect(first?.distinctId).toBe(second?.distinctId);
		expect(secondsOnFirstPage(analytics)).toBeGreaterThanOrEqual(READING_SECONDS);
	});
});

test("below a base path, events go through the site as well", async ({ openPage }) => {
	const { page } = await openPage(VISITOR);

	const { analytics } = await openCounted(page, "/", { BASE_PATH: "/docs" });

	await endCollecting(page);
	await expect.poll(() => pathsIn(analytics)).toEqual(["/docs"]);
});

test("a service on another origin is reached, and the policy allows it", async ({ openPage }) => {
	const { page } = await openPage(VISITOR);
	const analytics = await listenAnalytics();
	const site = await startTestSite(FILES, {
		POSTHOG_KEY: PROJECT_KEY,
		POSTHOG_HOST: analytics.url,
	});
	await hideAutomation(page);

	await page.goto(site.url);

	await endCollecting(page);
	await expect.poll(() => pathsIn(analytics)).toEqual(["/"]);
});

describe("nothing is asked of anybody", () => {
	test("without a key", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const requests = recordAnalyticsRequests(page);

		await openCounted(page, "/", { ANALYTICS_UPSTREAM: "", POSTHOG_KEY: "" });
		await follow(page, "Guide");
		await title(page, "Guide | Example");
		await idle(page);

		expect(requests).toEqual([]);
	});

	test.for([
		["Do Not Track", "doNotTrack", "1"],
		["Global Privacy Control", "globalPrivacyControl", true],
	] as const)("of a visitor with %s", async ([, name, value], { openPage }) => {
		const { page } = await openPage(VISITOR);
		const requests = recordAnalyticsRequests(page);
		await wish(page, name, value);

		await openCounted(page, "/");
		await idle(page);

		expect(requests).toEqual([]);
	});
});

test("a site can choose not to honor Do Not Track", async ({ openPage }) => {
	const { page } = await openPage(VISITOR);
	await wish(page, "doNotTrack", "1");

	const { analytics } = await openCounted(page, "/", { ANALYTICS_HONOR_DO_NOT_TRACK: "false" });

	await endCollecting(page);
	await expect.poll(() => pathsIn(analytics)).toEqual(["/"]);
});

test("afterwards the browser holds nothing", async ({ openPage }) => {
	const { page } = await openPage(VISITOR);
	const { analytics } = await openCounted(page, `/#__posthog=${toolbarState()}`);
	await follow(page, "Guide");
	await title(page, "Guide | Example");
	await endCollecting(page);
	await expect.poll(() => pathsIn(analytics)).toEqual(["/", "/guide"]);

	const held = await page.evaluate(async () => ({
		local: Object.keys(localStorage),
		session: Object.keys(sessionStorage),
		databases: await indexedDB.databases(),
		caches: await caches.keys(),
	}));

	expect(held).toEqual({ local: [], session: [], databases: [], caches: [] });
	expect(await page.context().cookies()).toEqual([]);
});

/** Opens a page of a site whose events go through it to a service of its own. */
function openCounted(page: Page, path: string, environment = {}): Promise<CountedSite> {
	return openCountedSite(page, { files: FILES, path, environment });
}

async function follow(page: Page, name: string): Promise<void> {
	await page.locator("#app main").getByRole("link", { name, exact: true }).click();
}

async function title(page: Page, expected: string | RegExp): Promise<void> {
	await expect.poll(() => page.title()).toMatch(expected);
}

/** Waits until the client would have been fetched. */
async function idle(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

function recordAnalyticsRequests(page: Page): readonly string[] {
	const urls: string[] = [];
	page.on("request", (request) => {
		if (/\/ingest\/|analytics-client/.test(request.url())) urls.push(request.url());
	});
	return urls;
}

async function wish(page: Page, name: string, value: string | boolean): Promise<void> {
	await page.addInitScript(
		([property, wished]) => {
			Object.defineProperty(Navigator.prototype, property, { get: () => wished });
		},
		[name, value] as const,
	);
}

/** What a link to the client's toolbar carries; it would be written into storage. */
function toolbarState(): string {
	const state = { action: "ph_authorize", token: PROJECT_KEY };
	return encodeURIComponent(JSON.stringify(state));
}

interface CountedView {
	readonly path: unknown;
	readonly title: unknown;
	readonly status: unknown;
	readonly cameFrom: unknown;
}

function viewsIn({ store }: ListeningAnalytics): readonly CountedView[] {
	return storedEvents(store)
		.filter(({ event }) => event === "$pageview")
		.map(({ properties }) => ({
			path: properties["$pathname"],
			title: properties["title"],
			status: properties["status"],
			cameFrom: properties["$prev_pageview_pathname"],
		}));
}

/** Until the visitor's own clock says so: what is counted is their time. */
async function read(page: Page): Promise<void> {
	await page.evaluate(async (seconds) => {
		const start = Date.now();
		while (Date.now() - start < seconds * 1000) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}, READING_SECONDS);
}

function secondsOnFirstPage({ store }: ListeningAnalytics): number {
	const [first, second] = storedEvents(store);
	return ((second?.timestamp ?? Number.NaN) - (first?.timestamp ?? Number.NaN)) / 1000;
}

function pathsIn(analytics: ListeningAnalytics): readonly unknown[] {
	return viewsIn(analytics).map(({ path }) => path);
}
