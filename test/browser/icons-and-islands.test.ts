import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Test\nsocial: {links: [{label: Code, url: /, icon: simple-icons:git}]}\n",
	"icons/logo.svg":
		'<svg viewBox="0 0 10 10" onload="document.title=1"><script>document.title=2</script>' +
		'<foreignObject><img src="x" onerror="document.title=3"/></foreignObject>' +
		'<image href="https://evil.example/x.png"/><path d="M1 1h8v8z"/></svg>',
	"pages/index.md": "# Home\n\n:icon{lucide:rocket} :icon{site:logo}\n\n[Live](/live)\n",
	"pages/live.md": "# Live\n\n::island{build-info}\n\n::island{recent-pages limit=3}\n",
};

describe("icons", () => {
	test("those of a page are there without a request, and hostile ones are inert", async ({
		page,
	}) => {
		const site = await startTestSite(FILES);
		const requests = recordRequests(page, "/api/");

		await page.goto(site.url);
		await hydrated(page);

		expect(await page.locator("main .icon svg").count()).toBe(2);
		expect(await page.locator("header .icon svg").count()).toBe(5);
		expect(await page.title()).toBe("Home | Test");
		expect(await page.locator("script:not([src]):not([type]), foreignObject, image").count()).toBe(
			1,
		);
		expect(requests).toEqual([]);
		// Others come from the site's own endpoint.
		expect(await loadIcon(page, "lucide:anchor", true)).toMatch(/^<svg width="1em" .*<path/);
	});

	test("the public service is asked when the endpoint is down, as the policy allows", async ({
		page,
		faults,
	}) => {
		faults.allow(/foreign request|503/);
		const site = await startTestSite(FILES);
		const asked = await standInForService(page);
		await page.route("**/api/_nuxt_icon/**", (route) => route.fulfill({ status: 503 }));
		await page.goto(site.url);

		const markup = await loadIcon(page, "lucide:anchor", true);

		expect(markup).toContain("M9 9");
		expect(asked).toEqual(["https://api.iconify.design/lucide.json?icons=anchor"]);
	});

	test("no other service is asked when the operator says no, and the policy would not let it", async ({
		page,
		faults,
	}) => {
		faults.allow(/503|Content Security Policy|Violation of the policy|foreign request/);
		const site = await startTestSite(FILES, { ICONS_PUBLIC_FALLBACK: "false" });
		const asked = await standInForService(page);
		await page.route("**/api/_nuxt_icon/**", (route) => route.fulfill({ status: 503 }));
		const response = await page.goto(site.url);

		const markup = await loadIcon(page, "lucide:anchor", false);
		const forced = await loadIcon(page, "lucide:bell", true);

		expect([markup, forced]).toEqual([undefined, undefined]);
		expect(asked).toEqual([]);
		expect(response?.headers()["content-security-policy"]).not.toContain("iconify");
	});
});

describe("islands", () => {
	test("one is part of the page, loaded or navigated to", async ({ page }) => {
		const site = await startTestSite(FILES);
		await page.goto(`${site.url}/live`);
		const loaded = await page.locator('[data-island="recent-pages"]').innerHTML();

		await page.goto(site.url);
		await hydrated(page);
		await page.locator("#page-body").getByRole("link", { name: "Live" }).click();
		await page.getByRole("heading", { level: 1, name: "Live" }).waitFor();

		expect(loaded).toContain('href="/live"');
		expect(await page.locator('[data-island="recent-pages"]').innerHTML()).toBe(loaded);
	});

	test("an event refreshes it, and a refresh that fails keeps it", async ({ page, faults }) => {
		faults.allow(/500/);
		const site = await startTestSite(FILES);
		let isFailing = true;
		let asked = 0;
		await page.route("**/__nuxt_island/build-info_*", (route) => {
			asked += 1;
			return route.fulfill(isFailing ? { status: 500 } : { json: { html: "<p>Fresh</p>" } });
		});
		await page.goto(`${site.url}/live`);
		await hydrated(page);
		const island = page.locator('[data-island="build-info"]');
		const before = await island.innerHTML();

		// What hears the event comes when the browser is idle.
		await expect
			.poll(async () => {
				await refreshIslands(page);
				return asked;
			})
			.toBeGreaterThan(0);
		const kept = await island.innerHTML();
		isFailing = false;
		await expect
			.poll(async () => {
				await refreshIslands(page);
				return island.innerHTML();
			})
			.toBe("<p>Fresh</p>");

		expect(kept).toBe(before);
	});
});

/** The app's own loader, run in the page and under its policy. */
async function loadIcon(
	page: Page,
	name: string,
	publicFallback: boolean,
): Promise<string | undefined> {
	const files = await readdir(join(import.meta.dirname, "../../dist/client/_nuxt"));
	const chunk = files.find((file) => /^icon-client\.\w+\.js$/.test(file));
	const options = JSON.stringify({ basePath: "", publicFallback });
	// As text: Vitest would rewrite the import of a function.
	return page.evaluate<string | undefined>(
		`import("/_nuxt/${chunk}").then(({ createIconClient }) => createIconClient(${options})("${name}"))`,
	);
}

/** Answers in the place of the public service, so that no request leaves this machine. */
async function standInForService(page: Page): Promise<string[]> {
	const asked: string[] = [];
	await page.route("https://api.iconify.design/**", (route) => {
		asked.push(route.request().url());
		return route.fulfill({
			headers: { "access-control-allow-origin": "*" },
			json: { prefix: "lucide", icons: { anchor: { body: '<path d="M9 9"/>' } } },
		});
	});
	return asked;
}

async function refreshIslands(page: Page): Promise<void> {
	await page.evaluate(() => document.dispatchEvent(new CustomEvent("loggia:refresh-islands")));
}

function recordRequests(page: Page, part: string): string[] {
	const requests: string[] = [];
	page.on("request", (request) => {
		if (request.url().includes(part)) requests.push(request.url());
	});
	return requests;
}
