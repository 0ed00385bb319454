import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { follow, openHydrated, recordRequests } from "../support/site-page.ts";
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
		const requests = recordRequests(page, /\/api\//);

		await openHydrated(page, site.url);

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

	test.for([
		["asked, as the policy allows", {}, ["https://api.iconify.design/lucide.json?icons=anchor"]],
		["not asked when the operator says no", { ICONS_PUBLIC_FALLBACK: "false" }, []],
	] as const)("with the endpoint down, the public service is %s", async ([
		,
		environment,
		expected,
	], { page, faults }) => {
		faults.allow(/503|Content Security Policy|Violation of the policy|foreign request/);
		const site = await startTestSite(FILES, environment);
		const asked: string[] = [];
		// No request leaves this machine.
		await page.route("https://api.iconify.design/**", (route) => {
			asked.push(route.request().url());
			return route.fulfill({
				headers: { "access-control-allow-origin": "*" },
				json: { prefix: "lucide", icons: { anchor: { body: '<path d="M9 9"/>' } } },
			});
		});
		await page.route("**/api/_nuxt_icon/**", (route) => route.fulfill({ status: 503 }));
		const isAllowed = expected.length > 0;
		const response = await page.goto(site.url);
		const policy = response?.headers()["content-security-policy"];

		// An app that asks all the same is held back by the policy.
		const markup = await loadIcon(page, "lucide:anchor", true);

		expect(markup?.includes("M9 9") ?? false).toBe(isAllowed);
		expect(policy?.includes("iconify")).toBe(isAllowed);
		if (!isAllowed) expect(await loadIcon(page, "lucide:bell", false)).toBeUndefined();
		expect(asked).toEqual(expected);
	});
});

test("an island is part of the page, loaded or navigated to, and an event refreshes it", async ({
	page,
}) => {
	const site = await startTestSite(FILES);
	await page.goto(`${site.url}/live`);
	const loaded = await page.locator('[data-island="recent-pages"]').innerHTML();

	await openHydrated(page, site.url);
	await follow(page, "Live");

	expect(loaded).toContain('href="/live"');
	expect(await page.locator('[data-island="recent-pages"]').innerHTML()).toBe(loaded);
	await page.route("**/__nuxt_island/build-info_*", (route) =>
		route.fulfill({ json: { html: "<p>Fresh</p>" } }),
	);
	// What hears the event comes when the browser is idle.
	await expect
		.poll(async () => {
			await page.evaluate(() => document.dispatchEvent(new CustomEvent("loggia:refresh-islands")));
			return page.locator('[data-island="build-info"]').innerHTML();
		})
		.toBe("<p>Fresh</p>");
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
		`import("/_nuxt/${chunk}").then(({ createIconClient }) => createIconClient({ ...${options}, fetch: (...all) => fetch(...all) })("${name}"))`,
	);
}
