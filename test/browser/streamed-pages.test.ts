import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { type GatedSite, openGatedSite } from "../support/gated-site.ts";
import { openHydrated } from "../support/site-page.ts";

let site: GatedSite;

beforeAll(async () => {
	site = await openGatedSite();
});

afterAll(() => site.remove());

test("a page is shown and works before its promise settles", async ({ page }) => {
	await page.goto(`${site.url}/products/lamp`, { waitUntil: "commit" });
	await page.locator("#waiting").waitFor();
	await expect
		.poll(async () => {
			await page.getByRole("button", { name: "bought" }).click();
			return page.getByRole("button", { name: "bought" }).textContent();
		})
		.not.toBe("bought 0");
	await site.settle("lamp");

	await page.getByText("Reviews of lamp 1970").waitFor();
	expect(await page.locator("#waiting").count()).toBe(0);
	expect(await page.locator("#reviews").evaluate((one) => getComputedStyle(one).color)).toBe(
		"rgb(1, 2, 3)",
	);
	expect(await page.getByRole("button", { name: "bought" }).textContent()).not.toBe("bought 0");
});

test("a click shows the page before its promise settles", async ({ page }) => {
	await openHydrated(page, `${site.url}/plain`);
	await page.evaluate(() => {
		const link = Object.assign(document.createElement("a"), {
			href: "/products/chair",
			textContent: "chair",
		});
		document.querySelector("main")?.append(link);
	});
	await page.getByRole("link", { name: "chair" }).click();
	await page.locator("#waiting").waitFor();
	await site.settle("chair");

	await page.getByText("Reviews of chair 1970").waitFor();
	expect(await page.title()).toContain("Product chair");
});

test("a rejected promise shows its error element", async ({ page }) => {
	await page.goto(`${site.url}/products/clock`, { waitUntil: "commit" });
	await page.locator("#waiting").waitFor();
	await site.settle("clock", "fail");

	await page.locator("#failed").waitFor();
});

test("without JavaScript, the whole content is shown, and no fallback", async ({ openPage }) => {
	const { page } = await openPage({ javaScriptEnabled: false });
	await site.settle("bed");
	await page.goto(`${site.url}/products/bed`);

	expect(await page.locator("#reviews").isVisible()).toBe(true);
	expect(await page.locator("#reviews").textContent()).toBe("Reviews of bed 1970");
	expect(await page.locator("#waiting").filter({ visible: true }).count()).toBe(0);
});
