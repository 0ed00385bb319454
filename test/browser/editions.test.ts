import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { startTestSite } from "../support/start-test-site.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/editions");
const FILES = Object.fromEntries(
	globSync("**/*.{md,yaml}", { cwd: EXAMPLE }).map((name) => [
		name,
		readFileSync(join(EXAMPLE, name), "utf8"),
	]),
);

test.for([
	true,
	false,
])("readers go through languages and versions with keys alone (JavaScript: %s)", async (javaScriptEnabled, {
	openPage,
}) => {
	const site = await startTestSite(FILES);
	const { page } = await openPage({ javaScriptEnabled, viewport: { width: 390, height: 800 } });
	await page.goto(`${site.url}/guide`);
	const at = (path: string): Promise<void> => page.waitForURL(`${site.url}${path}`);

	await follow(page, "Language", "Deutsch");
	await at("/de/guide");
	expect(await page.locator("html").getAttribute("lang")).toBe("de");
	await follow(page, "Version", "Version 1");
	await at("/de/v1/guide");
	await page.getByRole("note").getByText("Not translated").waitFor();
	await page.getByRole("note").getByText("Older version").waitFor();
	await follow(page, "Version", "Version 2");
	await at("/de/guide");

	await page.goto(`${site.url}/de/descale`);
	await page.locator(".neighbor-next").focus();
	await page.keyboard.press("Enter");
	await at("/de/guide");
});

test("what stands above a page in several languages has no fault of accessibility", async ({
	page,
}) => {
	const site = await startTestSite(FILES);
	await page.goto(`${site.url}/de/v1/guide`);

	expect(await accessibilityViolations(page)).toEqual([]);
});

async function follow(page: Page, list: string, name: string): Promise<void> {
	await page.getByRole("navigation", { name: list }).getByRole("link", { name }).focus();
	await page.keyboard.press("Enter");
}
