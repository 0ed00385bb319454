import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { StatsAnswer } from "../../src/analytics/api-types/stats.ts";
import { test } from "../support/browser-test.ts";
import { dashboardOfFile, openScreen, openSettled, settled } from "../support/dashboard.ts";
import { PASSWORD } from "../support/dashboard-browser.ts";
import { MARKUP_PAGE } from "../support/dashboard-year.ts";

const dashboard = dashboardOfFile({ days: 30 });

test("the sign-in refuses a wrong password, leads to where one wanted to go, and after signing out nothing is left", async ({
	page,
	faults,
}) => {
	faults.allow(/status of 401/);
	await page.goto(`${dashboard.url}/problems?range=7d`);

	await page.getByLabel("Password").fill("not it");
	await page.keyboard.press("Enter");
	await page.getByText("The mail address or the password is wrong").waitFor();
	await page.getByLabel("Password").fill(PASSWORD);
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { name: "Problems", level: 1 }).waitFor();
	expect(new URL(page.url()).search).toBe("?range=7d");
	await page.getByRole("link", { name: "Overview" }).click();
	await page.getByRole("table").first().waitFor();
	await page.getByRole("button", { name: "Sign out" }).click();

	await page.getByLabel("Password").waitFor();
	expect(await page.getByRole("table").count()).toBe(0);
	await page.goBack();
	await page.goto(`${dashboard.url}/`);
	await page.getByLabel("Password").waitFor();
});

describe("the overview", () => {
	test("shows the figures that the service has, and their change", async ({ page }) => {
		await openSettled(page, dashboard, "/?tz=Europe/Rome&range=7d");

		const stats = await ask(page, "timezone=Europe/Rome");
		const shown = await page.locator(".metric-value").allInnerTexts();

		expect(shown[0]).toBe(stats.totals.visitors.toLocaleString("en"));
		expect(shown[1]).toBe(stats.totals.views.toLocaleString("en"));
		expect(shown[3]).toBe(
			(stats.totals.bounce_rate ?? 0).toLocaleString("en", {
				style: "percent",
				maximumFractionDigits: 1,
			}),
		);
		expect(await page.locator(".metric-change").first().innerText()).toMatch(/^[↑↓→] [+−]?\d+%/);
	});

	test("is filtered by a click on a row, and widened again by its chip", async ({ page }) => {
		await openSettled(page, dashboard, "/");
		const views = page.locator(".metric-value").nth(1);
		const all = await views.innerText();

		await page.getByRole("button", { name: "Firefox" }).click();
		await page.getByRole("list", { name: "Filters" }).getByText("Firefox").waitFor();
		await expect.poll(() => views.innerText()).not.toBe(all);
		const browsers = page.getByRole("table", { name: "Browsers" }).getByRole("button");
		await expect.poll(() => browsers.allInnerTexts()).toEqual(["Firefox"]);

		expect(new URL(page.url()).searchParams.get("filter")).toBe("browser:is:Firefox");
		await page.getByRole("button", { name: "Remove filter: Browser is Firefox" }).click();
		await expect.poll(() => views.innerText()).toBe(all);
		await page.goBack();
		await expect.poll(() => browsers.allInnerTexts()).toEqual(["Firefox"]);
	});

	test("keeps everything that was chosen in its address", async ({ page, openPage }) => {
		await openSettled(page, dashboard, "/");
		await page.getByRole("button", { name: /^Range/ }).click();
		await page.getByRole("button", { name: "Last 90 days" }).click();
		await page.getByLabel("Compare with").selectOption("No comparison");
		await page.getByRole("button", { name: /^Views/ }).click();
		await page.getByRole("button", { name: "Entry", exact: true }).click();
		await page.getByRole("button", { name: /^Time zone/ }).click();
		await page.getByRole("button", { name: "UTC", exact: true }).click();

		const { page: other } = await openPage({ timezoneId: "Asia/Tokyo" });
		await openSettled(other, dashboard, new URL(page.url()).search);

		await other.getByRole("button", { name: "Range: Last 90 days" }).waitFor();
		await other.getByRole("button", { name: "Time zone: UTC" }).waitFor();
		expect(
			await other.getByRole("button", { name: "Entry", exact: true }).getAttribute("aria-pressed"),
		).toBe("true");
		expect(await other.getByRole("button", { name: /^Views/ }).getAttribute("aria-pressed")).toBe(
			"true",
		);
		expect(await other.locator(".metric-change").allInnerTexts()).toEqual(["", "", "", "", ""]);
	});

	test("is read by the arrow keys and as a table, and saved as a picture and as numbers", async ({
		page,
	}) => {
		await openSettled(page, dashboard, "/?tz=UTC&range=7d");
		const reader = page.getByRole("slider", { name: /^Read Visitors/ });
		const stats = await ask(page, "timezone=UTC");

		await reader.focus();
		await page.keyboard.press("Home");

		const [first] = stats.series;
		expect(await reader.getAttribute("aria-valuetext")).toMatch(
			new RegExp(`: Visitors ${first?.visitors}, Previous period \\d+$`),
		);
		await page.locator(".chart-reading").waitFor();
		const table = page.getByRole("table", { name: /^Visitors/ });
		const rows = table.getByRole("row");
		await expect.poll(() => rows.count()).toBe(8);
		const cells = await rows.nth(1).getByRole("cell").allInnerTexts();
		expect(cells[0]).toBe(String(first?.visitors));
		await page.locator(".chart-canvas canvas").waitFor();

		const png = await saved(page, "PNG");
		const csv = await saved(page, "CSV");

		expect(png.name).toMatch(/^visitors-.*\.png$/);
		expect(png.contents.subarray(1, 4).toString()).toBe("PNG");
		expect(png.contents.byteLength).toBeGreaterThan(5_000);
		expect(csv.contents.toString()).toMatch(/^Time,Visitors,Previous period\r\n"/);
		expect(csv.contents.toString().trim().split("\r\n")).toHaveLength(8);
	});

	test("shows markup in a path as text", async ({ page }) => {
		await openSettled(page, dashboard, "/?range=90d");

		await page.getByRole("button", { name: "Show all of Pages: Top" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Search Pages: Top").fill("<script>");
		await dialog.getByRole("button", { name: MARKUP_PAGE }).click();

		await page.getByRole("list", { name: "Filters" }).getByText(MARKUP_PAGE).waitFor();
		expect(await page.title()).toBe("Overview – Loggia analytics");
	});

	test("says when the service cannot be reached, and asks again", async ({ page, faults }) => {
		faults.allow(/ERR_FAILED|Failed to load resource/);
		await openSettled(page, dashboard, "/problems");
		await page.route("**/api/v1/stats*", (route) => route.abort());
		await page.getByRole("link", { name: "Overview" }).click();
		await page.getByText("Could not load the figures").waitFor();

		await page.unroute("**/api/v1/stats*");
		await page.getByRole("button", { name: "Try again" }).first().click();

		await page.locator(".chart-canvas canvas").waitFor();
	});
});

describe("the keyboard", () => {
	test("reaches the content first, chooses ranges and goes to screens", async ({ page }) => {
		await openSettled(page, dashboard, "/");
		await page.reload();
		await settled(page);
		await page.keyboard.press("Tab");
		expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
		await page.keyboard.press("Enter");
		expect(await page.evaluate("document.activeElement.id")).toBe("main");

		await page.keyboard.press("w");
		await page.getByRole("button", { name: "Range: Last 7 days" }).waitFor();
		await page.keyboard.press("?");
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
		await page.keyboard.press("Escape");
		await page.keyboard.press("g");
		await page.keyboard.press("p");

		await page.getByRole("heading", { name: "Problems", level: 1 }).waitFor();
		await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Problems");
		await page.getByRole("button", { name: "Range: Last 7 days" }).waitFor();
	});

	test("writes text where text is written", async ({ page }) => {
		await openScreen(page, dashboard, "/people");
		await page.getByLabel("Search people").fill("");
		await page.getByLabel("Search people").pressSequentially("gpt?");

		expect(await page.getByLabel("Search people").inputValue()).toBe("gpt?");
		await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe("gpt?");
		expect(await page.getByRole("dialog").count()).toBe(0);
	});
});

describe("the color mode", () => {
	test("is there before the first paint, and stays", async ({ page, faults }) => {
		faults.allow(/ERR_FAILED/);
		await page.emulateMedia({ colorScheme: "light" });
		await openScreen(page, dashboard, "/settings");
		await page.getByTitle("Dark").click();
		expect(await background(page)).toBe("rgb(12, 10, 9)");

		// Whatever the app does later: the page is dark before it runs.
		await page.route("**/assets/entry.*.js", (route) => route.abort());
		await page.reload();

		expect(await background(page)).toBe("rgb(12, 10, 9)");
	});
});

async function background(page: Page): Promise<string> {
	return page.evaluate("getComputedStyle(document.body).backgroundColor");
}

/** Asks the service itself for what the page shows. */
async function ask(page: Page, parameters: string): Promise<StatsAnswer> {
	const timeZone = new URLSearchParams(parameters).get("timezone") ?? "UTC";
	const day = (offset: number): string =>
		new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.now() + offset * 86_400_000);
	const query = `from=${day(-6)}&to=${day(1)}&${parameters}`;
	// The page's own session asks.
	return page.evaluate(`fetch("/api/v1/stats?${query}").then((answer) => answer.json())`);
}

async function saved(page: Page, button: string) {
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.locator(".chart").getByRole("button", { name: button }).click(),
	]);
	return {
		name: download.suggestedFilename(),
		contents: await buffer(await download.createReadStream()),
	};
}

test("an invited viewer signs in by the link, and finds what may be read without what may be changed", async ({
	page,
	openPage,
}) => {
	await openScreen(page, dashboard, "/settings/users");
	await page.getByLabel("Mail address").fill("vi@example.org");
	await page.getByRole("button", { name: "Invite user" }).click();
	const link = await page.getByRole("figure").locator("pre").innerText();
	const { page: viewer } = await openPage();

	await viewer.goto(link);
	await viewer.getByLabel("Your name").fill("Vi");
	await viewer.getByLabel("New password").fill(PASSWORD);
	await viewer.keyboard.press("Enter");
	await viewer.getByRole("button", { name: "Sign out Vi" }).waitFor();

	const names: string[] = [];
	for (const screen of ["/", "/explore", "/flags", "/people", "/settings", "/start"]) {
		await viewer.goto(dashboard.url + screen);
		await settled(viewer);
		names.push(...(await viewer.locator("button, summary, .button, .tab").allInnerTexts()));
	}
	expect(names).toContain("Password");
	expect(
		names.filter((name) => /add a note|save|define|new flag|import|test event/i.test(name)),
	).toEqual(["Export and import"]);
	await page.goto(`${dashboard.url}/settings/changes`);
	await page.getByRole("row", { name: /Vi \(vi@example.org\) Accept an invitation/ }).waitFor();
});
