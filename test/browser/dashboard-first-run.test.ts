import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { dashboardOfFile, openScreen } from "../support/dashboard.ts";

const dashboard = dashboardOfFile();

test("with nothing received yet there are lines to paste and an event to send, which appears", async ({
	openPage,
}) => {
	const { page } = await openPage({ permissions: ["clipboard-read", "clipboard-write"] });
	await openScreen(page, dashboard, "/");
	await page.getByRole("heading", { name: "No events yet" }).waitFor();

	await page.getByRole("button", { name: "posthog-node" }).click();
	await page.getByRole("button", { name: /: Copy$/ }).click();
	await page.getByText("Copied").waitFor();
	const copied = await page.evaluate<string>("navigator.clipboard.readText()");
	expect(copied).toContain(`new PostHog("phc_test", { host: "${dashboard.analytics.url}" })`);

	await page.getByRole("button", { name: "Send test event" }).click();
	await page.getByRole("button", { name: "loggia test event" }).click();
	await page.getByRole("dialog").getByText("sent_from").waitFor();
	await page.keyboard.press("Escape");
	await page.getByText("Events are arriving.").waitFor();
	await page.getByRole("link", { name: "overview", exact: true }).click();
	await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
});

test("a line pasted into a shell sends an event that ends the waiting", async ({ page }) => {
	await openScreen(page, dashboard, "/start?client=curl");
	const line = await page.locator(".code pre").innerText();
	const [, address] = /curl '([^']+)'/.exec(line) ?? [];
	const [, body] = /-d '(.+)'$/.exec(line) ?? [];

	const response = await fetch(address ?? "", {
		method: "POST",
		headers: { "content-type": "application/json" },
		...(body === undefined ? {} : { body }),
	});

	expect(response.status).toBe(200);
	await page.goto(`${dashboard.url}/events`);
	await page.getByRole("button", { name: "signed up" }).first().waitFor();
});
