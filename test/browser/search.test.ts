import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { openHydrated, overflowOf, shown } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";

const LONG = "Text that fills the page.\n\n".repeat(60);

const FILES = {
	"site.yaml": "name: Tea\n",
	"pages/index.md": "# Welcome\n\nAll about tea.\n",
	"pages/brewing.md": `# Brewing\n\n${LONG}\n\n## Green tea\n\nUse water of eighty degrees.\n\n## Black tea\n\nBoil the water.\n`,
	"pages/storing.md": "# Storing\n\nKeep leaves dry, and water far away.\n",
	"pages/secret.md": "---\ndraft: true\n---\n# Secret water\n",
};
const BASE = { BASE_PATH: "/docs" };

test("the search is opened by keys, is used by keys, and leads to the marked words", async ({
	page,
}) => {
	const site = await startTestSite(FILES, BASE);
	const scripts = scriptsOf(page);
	await open(page, site.url);
	// Before it is used, a page loads nothing of it but the form.
	expect(scripts.filter((name) => name.includes("search"))).toEqual([]);
	await page.locator(".search-box").hover();
	await expect
		.poll(() => scripts.filter((name) => name.startsWith("search-dialog")).length)
		.toBe(1);

	await page.keyboard.press("Control+k");
	const field = page.getByRole("combobox", { name: "Search" });
	await field.waitFor();
	await page.keyboard.type("eighty degree");
	const option = page.getByRole("option", { name: /Green tea/ });
	// Results of fewer letters come first.
	await expect.poll(() => option.locator("mark").allTextContents()).toEqual(["eighty", "degrees"]);

	expect(scripts.filter((name) => name.startsWith("search-dialog")).length).toBe(1);
	expect(await page.getByRole("group", { name: "Brewing" }).count()).toBe(1);
	expect(await option.getAttribute("aria-selected")).toBe("true");
	expect(await field.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));

	await page.keyboard.press("Enter");
	await shown(page, "Brewing");

	await expect.poll(() => markedWords(page)).toEqual(["eighty", "degrees"]);
	expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/docs/brewing#green-tea");
	await expect
		.poll(() =>
			page.locator("#page-body").getByText("Use water of eighty degrees.").evaluate(isOnScreen),
		)
		.toBe(true);
	expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a slash opens it outside of fields, Escape gives the focus back, and the last words are offered again", async ({
	page,
}) => {
	const site = await startTestSite(FILES, BASE);
	await open(page, site.url);
	const field = page.getByRole("combobox");
	await page.locator(".site-name").focus();

	await page.keyboard.press("/");
	await page.getByRole("dialog", { name: "Search" }).waitFor();
	await page.keyboard.type("a/b");
	expect(await field.inputValue()).toBe("a/b");
	await field.fill("secret");
	await page.getByText("No page was found for “secret”.").waitFor();
	expect(await page.getByRole("option").count()).toBe(0);
	expect(await field.getAttribute("aria-expanded")).toBe("false");
	await page.keyboard.press("Escape");
	await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
	expect(await page.locator(".site-name").evaluate((link) => link === document.activeElement)).toBe(
		true,
	);

	await page.keyboard.press("Control+k");
	await field.fill("leaves");
	await page.getByRole("option", { name: /Storing/ }).click();
	await shown(page, "Storing");
	await page.keyboard.press("Control+k");
	await field.fill("");
	await page.getByRole("option", { name: "leaves", exact: true }).click();
	await page.getByRole("option", { name: /Storing/ }).waitFor();
	expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
});

test.for([
	[1440, "light"],
	[390, "dark"],
] as const)("at a width of %i it is accessible, in %s mode", async ([width, colorScheme], {
	openPage,
}) => {
	const { page } = await openPage({ viewport: { width, height: 800 }, colorScheme });
	const site = await startTestSite(FILES, BASE);
	await open(page, site.url);

	await page.locator(".search-box button").click();
	await page.getByRole("combobox").fill("water");
	await page.getByRole("option").first().waitFor();

	expect(await accessibilityViolations(page)).toEqual([]);
	expect(await overflowOf(page)).toBe(0);
	await page.getByRole("link", { name: "All results" }).click();
	await shown(page, "Search");
	await page.getByRole("main").getByText("Pages found: 2").waitFor();
	expect(await accessibilityViolations(page)).toEqual([]);
});

test("without JavaScript the form leads to a page of results", async ({ openPage }) => {
	const { page } = await openPage({
		javaScriptEnabled: false,
		viewport: { width: 390, height: 800 },
	});
	const site = await startTestSite(FILES, BASE);
	await page.goto(site.url);

	await page.locator(".search-box button").click();
	await page.locator(".search-form input").fill("eighty");
	await page.locator(".search-form button").click();

	await page.getByRole("link", { name: "Green tea" }).click();
	await expect.poll(() => new URL(page.url()).pathname).toBe("/docs/brewing");
});

async function open(page: Page, url: string): Promise<void> {
	await openHydrated(page, url);
	// What listens to the keys comes when the browser is idle.
	await page.waitForFunction(() =>
		performance.getEntriesByType("resource").some(({ name }) => name.includes("/background.")),
	);
	await page.waitForLoadState("networkidle");
}

function scriptsOf(page: Page): readonly string[] {
	const names: string[] = [];
	page.on("request", (request) => {
		const name = new URL(request.url()).pathname.split("/").at(-1) ?? "";
		if (name.endsWith(".js")) names.push(name);
	});
	return names;
}

function markedWords(page: Page): Promise<readonly string[]> {
	return page.evaluate(() =>
		[...(CSS.highlights.get("search") ?? [])].map((range) => (range as Range).toString()),
	);
}

function isOnScreen(element: Element): boolean {
	const { top, bottom } = element.getBoundingClientRect();
	return top >= 0 && bottom <= innerHeight;
}
