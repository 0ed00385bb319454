import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type ListeningAnalytics, listenAnalytics } from "../support/analytics.ts";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import { endCollecting, hideAutomation } from "../support/client-page.ts";
import {
	type CountedSite,
	eventsNamed,
	openCountedSite,
	recordAnalyticsRequests,
	test,
	viewedPaths,
} from "../support/counted-site.ts";
import { follow } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide) [Place](/guide#details) [Missing](/missing)\n",
	"pages/guide.md": `# Guide\n\n[Down](#details) [Same](/guide) [Searched](/guide?q=age) [Home](/)\n\n${"Text.\n\n".repeat(80)}## Details\n`,
};

const READING_SECONDS = 1;

// What visitors do one after the other, back, forth and by links, is counted by `counted-day.test.ts`.
describe("one page view is counted", () => {
	test("for a page that comes back out of the back-forward cache", async ({ page }) => {
		const { analytics } = await openCounted(page, "/guide");

		await page.evaluate(() => {
			dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
			dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
		});

		await endCollecting(page);
		await expect.poll(() => viewedPaths(analytics)).toEqual(["/guide", "/guide"]);
	});

	test("for pages that were shown before the client was there", async ({ page }) => {
		const gate = Promise.withResolvers<void>();
		await page.route("**/_nuxt/analytics-client.*", async (route) => {
			await gate.promise;
			await route.continue();
		});
		const { analytics } = await openCounted(page, "/");
		await read(page);
		await follow(page, "Guide");

		gate.resolve();

		await endCollecting(page);
		await expect
			.poll(() => viewsIn(analytics))
			.toMatchObject([
				{ path: "/", title: "Welcome | Example", cameFrom: undefined },
				{ path: "/guide", title: "Guide | Example", cameFrom: "/" },
			]);
		const [first, second] = viewsIn(analytics);
		expect(Number(second?.timestamp) - Number(first?.timestamp)).toBeGreaterThanOrEqual(
			READING_SECONDS * 1000,
		);
	});

	test("for a visitor who leaves before the client is there", async ({ page }) => {
		await page.route("**/_nuxt/analytics-client.*", () => undefined);
		const { analytics } = await openCounted(page, "/");
		await read(page);
		await follow(page, "Guide");

		await page.goto("about:blank");

		await expect
			.poll(() => viewsIn(analytics))
			.toMatchObject([
				{ path: "/", title: "Welcome | Example", status: 200, cameFrom: undefined },
				{ path: "/guide", title: "Guide | Example", status: 200, cameFrom: "/" },
			]);
		const [first, second] = viewsIn(analytics);
		expect(first?.distinctId).toBe(second?.distinctId);
		expect(Number(second?.timestamp) - Number(first?.timestamp)).toBeGreaterThanOrEqual(
			READING_SECONDS * 1000,
		);
	});
});

test.for([
	["below a base path", { BASE_PATH: "/docs" }, "/docs"],
	[
		"of a visitor with Do Not Track, if the site says so",
		{ ANALYTICS_HONOR_DO_NOT_TRACK: "false" },
		"/",
	],
] as const)("views are counted %s", async ([, environment, path], { page }) => {
	await wish(page, "doNotTrack", path === "/" ? "1" : "0");

	const { analytics } = await openCounted(page, "/", environment);

	await endCollecting(page);
	await expect.poll(() => viewedPaths(analytics)).toEqual([path]);
});

test("a service on another origin is reached, and the policy allows it", async ({ page }) => {
	const analytics = await listenAnalytics();
	const site = await startTestSite(FILES, {
		POSTHOG_KEY: PROJECT_KEY,
		POSTHOG_HOST: analytics.url,
	});
	await hideAutomation(page);

	await page.goto(site.url);

	await endCollecting(page);
	await expect.poll(() => viewedPaths(analytics)).toEqual(["/"]);
});

test.for([
	["without a key", "", false, { ANALYTICS_UPSTREAM: "", POSTHOG_KEY: "" }],
	["of a visitor with Do Not Track", "doNotTrack", "1", {}],
	["of a visitor with Global Privacy Control", "globalPrivacyControl", true, {}],
] as const)("nothing is asked %s", async ([, name, value, environment], { page }) => {
	const requests = recordAnalyticsRequests(page);
	if (name !== "") await wish(page, name, value);

	await openCounted(page, "/", environment);
	await follow(page, "Guide");
	await page.waitForLoadState("networkidle");
	await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

	expect(requests).toEqual([]);
});

test("the toolbar of a link is not opened, and the browser holds nothing", async ({ page }) => {
	const { analytics } = await openCounted(page, `/#__posthog=${toolbarState()}`);
	await endCollecting(page);
	await expect.poll(() => viewedPaths(analytics)).toEqual(["/"]);

	const held = await page.evaluate(() => [
		...Object.keys(localStorage),
		...Object.keys(sessionStorage),
	]);
	expect(held).toEqual([]);
});

/** Opens a page of a site whose events go through it to a service of its own. */
function openCounted(page: Page, path: string, environment = {}): Promise<CountedSite> {
	return openCountedSite(page, { files: FILES, path, environment });
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

function viewsIn(analytics: ListeningAnalytics) {
	return eventsNamed(analytics, "$pageview").map(({ properties, distinctId, timestamp }) => ({
		path: properties["$pathname"],
		title: properties["title"],
		status: properties["status"],
		cameFrom: properties["$prev_pageview_pathname"],
		distinctId,
		timestamp,
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
