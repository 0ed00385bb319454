import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { dayOf } from "../../src/analytics/store/totals/roll-up.ts";
import { DEPLOY_EVENT } from "../../src/shared/analytics.ts";
import { accessibilityViolations, contrastViolations } from "../support/accessibility.ts";
import { storedEvents } from "../support/analytics-service.ts";
import { endCollecting, hideAutomation } from "../support/client-page.ts";
import {
	type CountedSite,
	defineFlag,
	openCountedSite,
	recordAnalyticsRequests,
	test,
	VISITOR,
	viewedPaths,
} from "../support/counted-site.ts";
import { follow } from "../support/site-page.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide)\n",
	"pages/guide.md": "# Guide\n\n::island{analytics-consent}\n",
	"pages/try.md": "# Try\n\n::island{early-access}\n",
};

const REQUIRED = { ANALYTICS_CONSENT: "required", ANALYTICS_BANNER: "true" };

const YES = "Yes, count my visit";

describe("where consent is required", () => {
	test("nothing is fetched, sent or stored before a yes, and never after a no, which the tab keeps", async ({
		page,
	}) => {
		const requests = recordAnalyticsRequests(page);
		const { url } = await openSite(page);
		await banner(page).waitFor();
		await follow(page, "Guide");
		expect(await stored(page)).toEqual({ local: {}, session: {} });

		await page.getByRole("button", { name: "No" }).click();

		expect(await stored(page)).toEqual({ local: {}, session: { "loggia-consent": "denied" } });
		await page.goto(`${url}/guide`);
		await page.getByText("Your visits are not counted.").waitFor();
		expect(await banner(page).count()).toBe(0);
		expect(requests).toEqual([]);
	});

	test("a yes sends what was held back, and is kept for the next visit", async ({ page }) => {
		const { analytics, url } = await openSite(page);

		await page.getByRole("button", { name: YES }).click();

		await endCollecting(page);
		await expect.poll(() => viewedPaths(analytics)).toEqual(["/"]);
		expect(await stored(page)).toEqual({ local: { "loggia-consent": "granted" }, session: {} });
		expect(await banner(page).count()).toBe(0);
		await page.goto(`${url}/guide`);
		await endCollecting(page);
		await expect.poll(() => viewedPaths(analytics)).toEqual(["/", "/guide"]);
		expect(await banner(page).count()).toBe(0);
	});

	test("a yes is taken back as easily as it was given", async ({ page }) => {
		const { analytics } = await openSite(page);
		await page.getByRole("button", { name: YES }).click();
		await follow(page, "Guide");
		// A refusal before the first batch left takes that batch with it.
		await expect.poll(() => viewedPaths(analytics)).toContain("/");
		await page.getByRole("button", { name: "Stop counting my visits" }).click();

		await page.goBack();
		await expect.poll(() => page.title()).toMatch(/^Welcome/);
		await page.goto("about:blank");

		expect(viewedPaths(analytics).filter((path) => path === "/")).toEqual(["/"]);
		await page.goBack();
		expect(await stored(page)).toEqual({ local: {}, session: { "loggia-consent": "denied" } });
	});

	test("features can be tried as soon as the visitor agrees, and on the next page", async ({
		page,
	}) => {
		const { analytics, url } = await openCountedSite(page, {
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
		// The next test has the same site, and what is still to be sent would come to its service.
		await endCollecting(page);
		await expect.poll(() => viewedPaths(analytics)).toEqual(["/try", "/try"]);
	});

	test("blocked storage costs nothing but the memory of the choice", async ({ page }) => {
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
		await expect.poll(() => viewedPaths(analytics)).toEqual(["/"]);
	});
});

test.for([
	["to a visitor who asks not to be tracked", true, REQUIRED, "There is nothing to agree to"],
	[
		"where the site asks by other means",
		false,
		{ ANALYTICS_CONSENT: "required" },
		"Count my visits",
	],
] as const)("no banner is shown %s", async ([, isPrivate, environment, text], { page }) => {
	await page.addInitScript((value) => {
		Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { get: () => value });
	}, isPrivate);

	await openCountedSite(page, { files: FILES, path: "/guide", environment });
	await page.getByText(text).waitFor();

	expect(await banner(page).count()).toBe(0);
});

describe("where the site's client keeps an id", () => {
	test("it is kept after a yes, counted by, and gone when the yes is taken back", async ({
		page,
		openPage,
	}) => {
		const { analytics, url } = await openCountedSite(page, {
			files: { ...FILES, "site.yaml": "name: Example\nanalytics:\n  identity: browser\n" },
			environment: REQUIRED,
		});
		await banner(page).waitFor();
		expect(await stored(page)).toEqual({ local: {}, session: {} });
		await page.getByRole("button", { name: YES }).click();
		await endCollecting(page);
		await expect.poll(() => viewedPaths(analytics)).toEqual(["/"]);
		await page.goto(`${url}/guide`);
		await endCollecting(page);
		// Another visitor with the same browser, behind the same address.
		const { page: other } = await openPage(VISITOR);
		await hideAutomation(other);
		await other.goto(url);
		await other.getByRole("button", { name: YES }).click();
		await endCollecting(other);

		await expect.poll(() => viewedPaths(analytics)).toEqual(["/", "/", "/guide"]);
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
	test("has no accessibility violation in either color mode, and shifts nothing", async ({
		openPage,
	}) => {
		const { page } = await openPage({ ...VISITOR, reducedMotion: "reduce" });
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
		await page.emulateMedia({ colorScheme: "dark" });
		expect(await contrastViolations(page)).toEqual([]);
		expect(await page.locator("html").getAttribute("data-shifts")).toBeNull();
	});

	test("is met first by the keyboard, takes no focus, and gives it back to the page", async ({
		page,
	}) => {
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
});

function openSite(page: Page, path = "/"): Promise<CountedSite> {
	return openCountedSite(page, { files: FILES, path, environment: REQUIRED });
}

function banner(page: Page) {
	return page.getByRole("region", { name: "Analytics" });
}

function focused(page: Page): Promise<string | null | undefined> {
	return page.evaluate(() => document.activeElement?.textContent);
}

/** Without React Router's scroll positions, which name no visitor and end with the tab. */
function stored(page: Page): Promise<unknown> {
	return page.evaluate(() => {
		const { "react-router-scroll-positions": _, ...session } = { ...sessionStorage };
		return { local: { ...localStorage }, session };
	});
}
