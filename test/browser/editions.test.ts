import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { openHydrated } from "../support/site-page.ts";
import { startSite } from "../support/start-site.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/editions");

// What each language and version shows: `server/editions.test.ts`.
test("a choice of a version loads its page, and the search there finds its pages", async ({
	page,
}) => {
	const site = await startSite({ siteFolder: EXAMPLE });
	onTestFinished(async () => void (await site.stop()));
	await openHydrated(page, `${site.url}/guide`);

	const menu = page.getByRole("navigation", { name: "Version" });
	await menu.locator("summary").click();
	await menu.getByRole("link", { name: "Version 1" }).click();
	await page.waitForURL(`${site.url}/v1/guide`);
	await hydrated(page);
	expect(await find(page, "button")).toEqual(["/v1/guide"]);

	await page.getByRole("note").getByRole("link", { name: "Version 2" }).click();
	await page.waitForURL(`${site.url}/guide`);
	await hydrated(page);
	expect(await find(page, "button")).toEqual(["/guide"]);
});

test("on a phone, and by the keyboard, the menu of the languages opens in the menu", async ({
	openPage,
}) => {
	const { page } = await openPage({ viewport: { width: 390, height: 700 } });
	const site = await startSite({ siteFolder: EXAMPLE });
	onTestFinished(async () => void (await site.stop()));
	await openHydrated(page, `${site.url}/guide`);

	await page.locator(".menu summary").click();
	await page.locator(".editions summary").first().focus();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");

	await page.waitForURL(`${site.url}/de/guide`);
});

/** @returns Paths of the pages that a search from this page finds. */
async function find(page: Page, words: string): Promise<readonly string[]> {
	await page.keyboard.press("Control+k");
	await page.getByRole("combobox").fill(words);
	const results = page.getByRole("option");
	await results.first().waitFor();
	const links = await results.evaluateAll((list) =>
		list.map((option) => option.closest("a")?.href ?? option.querySelector("a")?.href ?? ""),
	);
	await page.keyboard.press("Escape");
	return [...new Set(links.map((link) => new URL(link).pathname))];
}
