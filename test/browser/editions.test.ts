import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { openHydrated } from "../support/site-page.ts";
import { startSite } from "../support/start-site.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/editions");

test("a reader walks through the example's languages and versions", async ({ page }) => {
	const site = await startSite({ siteFolder: EXAMPLE });
	onTestFinished(async () => void (await site.stop()));
	await openHydrated(page, `${site.url}/guide`);

	await follow(page, "Language", "Deutsch");
	expect(await seen(page)).toEqual(["/de/guide", "de", "Anleitung"]);
	expect(await page.getByRole("navigation", { name: "Seiten" }).allInnerTexts()).toEqual([
		expect.stringContaining("Anleitung"),
	]);

	await page.locator("#page-body").getByRole("link", { name: "Entkalken" }).click();
	await page.getByText("Diese Seite wird in ihrer Originalsprache angezeigt: English.").waitFor();
	expect((await seen(page))[0]).toBe("/de/descale");

	await page.goto(`${site.url}/guide`);
	await follow(page, "Version", "Version 1");
	expect(await seen(page)).toEqual(["/v1/guide", "en", "Guide"]);
	await page.getByText("This is Version 1.").waitFor();
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

/** Chooses another edition of the page. */
async function follow(page: Page, choice: string, label: string): Promise<void> {
	const menu = page.getByRole("navigation", { name: choice });
	await menu.locator("summary").click();
	await menu.getByRole("link", { name: label }).click();
	await page.waitForLoadState();
	await hydrated(page);
}

async function seen(page: Page): Promise<readonly (string | null)[]> {
	const language = await page.locator("html").getAttribute("lang");
	return [new URL(page.url()).pathname, language, await page.locator("h1").innerText()];
}

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
