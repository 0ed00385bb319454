import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { follow, openHydrated, recordDocuments } from "../support/site-page.ts";
import { type LiveSite, openLiveSite } from "../support/start-live-site.ts";

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Home\n\n[Chart](/chart) [Broken](/broken)\n",
	"pages/chart.tsx": `import { lazy, Suspense } from "react";
		const Chart = lazy(() => import("../lib/chart.tsx"));
		export const meta = { title: "Chart" };
		export default () => <><h1>Chart</h1><p>Readable.</p><Suspense fallback="…"><Chart /></Suspense></>;`,
	"lib/chart.tsx": 'export default () => <p id="drawn">MARKER-of-the-chart</p>;',
	"pages/broken.tsx": `export const meta = { title: "Fine", description: "A fine page" };
		export default () => {
			if (typeof window === "object") throw new Error("It broke");
			return <h1>Fine</h1>;
		};`,
};

const EXPECTED = /ERR_CONNECTION_REFUSED|status of (404|500)|dynamically imported|It broke/;

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, { SITE_CODE: "true" });
});

afterAll(() => site.remove());

test("a lazy chunk that is gone: the page is loaded once as a document", async ({
	page,
	faults,
}) => {
	faults.allow(EXPECTED);
	await openHydrated(page, site.url);
	const documents = recordDocuments(page);
	let losses = 1;
	await loseChunk(page, () => (losses-- > 0 ? "gone" : "there"));

	await follow(page, "Chart");
	await page.locator("#drawn").waitFor();

	expect(documents).toEqual([`${site.url}/chart`]);
});

test("a lazy chunk without a server: the page stays readable, and says so until the server is back", async ({
	page,
	faults,
}) => {
	faults.allow(EXPECTED);
	await openHydrated(page, site.url);
	let isAway = true;
	await loseChunk(page, () => (isAway ? "offline" : "there"));
	await page.route("**/builds/latest.json*", (route) =>
		isAway ? route.abort("connectionrefused") : route.continue(),
	);

	await follow(page, "Chart");
	await page.locator(".notice", { hasText: "You seem to be offline" }).waitFor();
	expect(await page.locator("main").innerText()).toContain("Readable.");
	isAway = false;
	await page.evaluate(() => dispatchEvent(new Event("online")));

	await page.locator("#drawn").waitFor();
	expect(await page.locator(".notice").count()).toBe(0);
});

test("a page that fails in the browser has the head of an error", async ({ page, faults }) => {
	faults.allow(EXPECTED);
	await openHydrated(page, site.url);

	await follow(page, "Broken", "Internal Server Error");

	await expect.poll(() => page.title()).toBe("500 - Internal Server Error | Example");
	const head = await page.evaluate(() => document.head.innerHTML);
	expect(head).not.toContain("Fine");
	expect(head).not.toContain("A fine page");
	expect(await page.locator('link[rel="canonical"], meta[property="og:url"]').count()).toBe(0);
	expect(await page.locator('meta[property="og:title"]').count()).toBe(1);
	expect(await page.locator('meta[name="robots"][content="noindex"]').count()).toBe(1);
});

/** Answers for the one chunk that holds the chart. */
async function loseChunk(page: Page, state: () => "gone" | "offline" | "there"): Promise<void> {
	await page.route("**/_nuxt/**/*.js", async (route) => {
		const response = await route.fetch();
		const isChart = (await response.text()).includes("MARKER-of-the-chart");
		const now = isChart ? state() : "there";
		if (now === "offline") return route.abort("connectionrefused");
		return now === "gone"
			? route.fulfill({ status: 404, body: "gone" })
			: route.fulfill({ response });
	});
}
