import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { dayOf } from "../../src/analytics/store/totals/roll-up.ts";
import { DEPLOY_EVENT } from "../../src/shared/analytics.ts";
import { accessibilityViolations } from "../support/accessibility.ts";
import { storedEvents } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { endCollecting, hideAutomation } from "../support/client-page.ts";
import { type CountedSite, defineFlag, openCountedSite, VISITOR } from "../support/counted-site.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide)\n",
	"pages/guide.md": "# Guide\n\n::island{analytics-consent}\n",
	"pages/try.md": "# Try\n\n::island{early-access}\n",
};

const REQUIRED = { ANALYTICS_CONSENT: "required", ANALYTICS_BANNER: "true" };

const YES = "Yes, count my visit";

describe("where consent is required", () => {
	test("nothing is fetched, sent or stored before the visitor agrees", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const requests = recordAnalyticsRequests(page);
		await openSite(page);
		await banner(page).waitFor();

		await follow(page);

		expect(requests).toEqual([]);
		expect(await stored(page)).toEqual({ local: {}, session: {} });
	});

	test("a yes sends what was held back, and is kept for the next visit", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const { analytics, url } = await openSite(page);

		await page.getByRole("button", { name: YES }).click();

		await endCollecting(page);
		await expect.poll(() => pathsIn(analytics)).toEqual(["/"]);
		expect(await stored(page)).toEqual({ local: { "loggia-consent": "granted" }, session: {} });
		expect(await banner(page).count()).toBe(0);
		await page.goto(`${url}/guide`);
		await endCollecting(page);
		await expect.poll(() => pathsIn(analytics)).toEqual(["/", "/guide"]);
		expect(await banner(page).count()).toBe(0);
	});

	test("a no is kept for the tab, and nothing is ever sent", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const requests = recordAnalyticsRequests(page);
		const { url } = await openSite(page);

		await page.getByRole("button", { name: "No" }).click();

		expect(await stored(page)).toEqual({ local: {}, session: { "loggia-consent": "denied" } });
		await page.goto(`${url}/guide`);
		await page.getByText("Your visits are not counted.").waitFor();
		expect(await banner(page).count()).toBe(0);
		expect(requests).toEqual([]);
	});

	test("a yes is taken back as easily as it was given", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		const { analytics } = await openSite(page);
		await page.getByRole("button", { name: YES }).click();
		await follow(page);
		// A refusal before the first batch left takes that batch with it.
		await expect.poll(() => pathsIn(analytics)).toContain("/");
		await page.getByRole("button", { name: "Stop counting my visits" }).click();

		await page.goBack();
		await expect.poll(() => page.title()).toMatch(/^Welcome/);
		await page.goto("about:blank");

		expect(pathsIn(analytics).filter((path) => path === "/")).toEqual(["/"]);
		await page.goBack();
		expect(await stored(page)).toEqual({ local: {}, session: { "loggia-consent": "denied" } });
	});

	test("features can be tried as soon as the visitor agrees, and on the next page", async ({
		openPage,
	}) => {
		const { page } = await openPage(VISITOR);
		const { url } = await openCountedSite(page, {
			files: FILES,
			path: "/try",
			environment: REQUIRED,
			prepare: (analytics) => defineFlag(analytics, { key: "new-search", isEarlyAccess: true }),
		});
		await page.getByText("once you agree that your visits are counted").waitFor();

		await page.getByRole("button", { name: YES }).click();

		await page.getByRole("checkbox", { name: "new-search" }).waitFor();
		await page.goto(`${url}/try`);
		await page.getByRole("checkbox", { name: "new-search" }).waitFor();
	});

	test("a visitor who asks not to be tracked is not asked", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		await page.addInitScript(() => {
			Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => true });
		});

		await openSite(page, "/guide");
		await page.getByText("There is nothing to agree to").waitFor();

		expect(await banner(page).count()).toBe(0);
	});

	test("blocked storage costs nothing but the memory of the choice", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);
		await page.addInitScript(() => {
			const refuse = (): never => {
				throw new DOMException("Blocked", "SecurityError");
			};
			Object.defineProperties(Window.prototype, {
				localStorage: { get: refuse },
				sessionStorage: { get: refuse },
			});
			Object.defineProperties(window, {
				localStorage: { get: refuse },
				sessionStorage: { get: refuse },
			});
		});
		const { analytics } = await openSite(page);

		await page.getByRole("button", { name: YES }).click();

		await endCollecting(page);
		await expect.poll(() => pathsIn(analytics)).toEqual(["/"]);
	});
});

describe("where the site's client keeps an id", () => {
	test("it is kept after a yes, counted by, and gone when the yes is taken back", async ({
		openPage,
	}) => {
		const { page } = await openPage(VISITOR);
		const { analytics, url } = await openCountedSite(page, {
			files: { ...FILES, "site.yaml": "name: Example\nanalytics:\n  identity: browser\n" },
			environment: REQUIRED,
		});
		await banner(page).waitFor();
		expect(await stored(page)).toEqual({ local: {}, session: {} });
		await page.getByRole("button", { name: YES }).click();
		await endCollecting(page);
		await expect.poll(() => pathsIn(analytics)).toEqual(["/"]);
		await page.goto(`${url}/guide`);
		await endCollecting(page);
		// Another visitor with the same browser, behind the same address.
		const { page: other } = await openPage(VISITOR);
		await hideAutomation(other);
		await other.goto(url);
		await other.getByRole("button", { name: YES }).click();
		await endCollecting(other);

		await expect.poll(() => pathsIn(analytics)).toEqual(["/", "/", "/guide"]);
		const today = dayOf(Date.now());
		const range = { from: today - 1, to: today + 2 };
		expect(analytics.store.rollUps.totals(range)).toMatchObject({ views: 3, visitors: 2 });
		const visits = storedEvents(analytics.store).filter(({ event }) => event !== DEPLOY_EVENT);
		const ids = visits.map(({ distinctId }) => distinctId);
		expect(new Set(ids).size).toBe(2);
		expect(JSON.stringify(await stored(page))).toContain("distinct_id");
		await page.getByRole("button", { name: "Stop counting my visits" }).click();
		await expect
			.poll(() => stored(page))
			.toEqual({ local: {}, session: { "loggia-consent": "denied" } });
		await page.reload();
		await page.getByText("Your visits are not counted.").waitFor();
		expect(await stored(page)).toEqual({ local: {}, session: { "loggia-consent": "denied" } });
		await other.close();
	});
});

describe("the banner", () => {
	test.for([
		"light",
		"dark",
	] as const)("has no accessibility violation in %s, and shifts nothing", async (colorScheme, {
		openPage,
	}) => {
		const { page } = await openPage({ ...VISITOR, colorScheme });
		await page.addInitScript(() => {
			let shownMs = Number.POSITIVE_INFINITY;
			new MutationObserver(() => {
				if (document.querySelector(".consent-banner") === null) return;
				shownMs = Math.min(shownMs, performance.now());
			}).observe(document, { childList: true, subtree: true });
			// The banner answers for the frames in which it is there.
			new PerformanceObserver((list) => {
				const shifts = list.getEntries().filter(({ startTime }) => startTime >= shownMs);
				if (shifts.length > 0) document.documentElement.dataset["shifts"] = String(shifts.length);
			}).observe({ type: "layout-shift", buffered: true });
		});

		await openSite(page);
		await banner(page).waitFor();

		expect(await accessibilityViolations(page)).toEqual([]);
		expect(await page.locator("html").getAttribute("data-shifts")).toBeNull();
	});

	test("is met first by the keyboard, takes no focus, and gives it back to the page", async ({
		openPage,
	}) => {
		const { page } = await openPage(VISITOR);
		await openSite(page);
		await banner(page).waitFor();
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");

		await page.keyboard.press("Tab");
		expect(await focused(page)).toBe("No");
		await page.keyboard.press("Tab");
		expect(await focused(page)).toBe(YES);
		await page.keyboard.press("Enter");

		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
	});

	test("is not shown where the site asks by other means", async ({ openPage }) => {
		const { page } = await openPage(VISITOR);

		await openCountedSite(page, {
			files: FILES,
			path: "/guide",
			environment: { ANALYTICS_CONSENT: "required" },
		});
		await page.getByRole("button", { name: "Count my visits" }).waitFor();

		expect(await banner(page).count()).toBe(0);
	});
});

function openSite(page: Page, path = "/"): Promise<CountedSite> {
	return openCountedSite(page, { files: FILES, path, environment: REQUIRED });
}

function banner(page: Page) {
	return page.getByRole("region", { name: "Analytics" });
}

async function follow(page: Page): Promise<void> {
	await page.locator("#page-body").getByRole("link", { name: "Guide" }).click();
	await expect.poll(() => page.title()).toMatch(/^Guide/);
}

function focused(page: Page): Promise<string | null | undefined> {
	return page.evaluate(() => document.activeElement?.textContent);
}

function recordAnalyticsRequests(page: Page): readonly string[] {
	const urls: string[] = [];
	page.on("request", (request) => {
		if (/\/ingest\/|analytics-client/.test(request.url())) urls.push(request.url());
	});
	return urls;
}

function stored(page: Page): Promise<unknown> {
	return page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));
}

/** In alphabetical order: which of two views came first is not what these tests are about. */
function pathsIn({ store }: CountedSite["analytics"]): readonly string[] {
	return storedEvents(store)
		.filter(({ event }) => event === "$pageview")
		.map(({ properties }) => String(properties["$pathname"]))
		.toSorted();
}
