import { afterAll, beforeAll, describe, expect } from "vitest";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import {
	openScreen,
	settled,
	startTestDashboard,
	type TestDashboard,
} from "../support/dashboard.ts";
import { MARKUP_EVENT } from "../support/dashboard-year.ts";

let dashboard: TestDashboard;

beforeAll(async () => {
	dashboard = await startTestDashboard({ days: 40 });
});

afterAll(() => dashboard.stop());

test("problems shows a missing page with the rule that mends it", async ({ page }) => {
	await openScreen(page, dashboard, "/problems");
	await settled(page);

	await page.getByText("/docs/instal", { exact: true }).click();

	const rule = page.getByRole("figure").filter({ hasText: "In site.yaml" }).first();
	expect(await rule.locator("pre").innerText()).toMatch(/\/docs\/instal[^l][\s\S]*\/docs\/install/);
	await page.getByRole("cell", { name: /^\d+$/ }).first().waitFor();
});

test("of many missing pages the first are shown, and the others on demand", async ({ page }) => {
	for (let index = 0; index < 14; index += 1) {
		await send({
			event: "$pageview",
			distinct_id: "lost-visitor",
			properties: { $current_url: `https://docs.example/lost/${index}`, status: 404 },
		});
	}
	await openScreen(page, dashboard, "/problems");
	await settled(page);
	const rows = page.locator(".problem-list").first().locator(":scope > li");
	expect(await rows.count()).toBe(12);

	await page
		.getByRole("button", { name: /^Show all \d+ pages that were not found$/ })
		.press("Enter");

	await rows.nth(13).waitFor();
	expect(await rows.nth(12).locator("summary:focus").count()).toBe(1);
});

describe("live", () => {
	test("shows what comes, waits while it is paused, and opens an event with its steps", async ({
		page,
	}) => {
		await openScreen(page, dashboard, "/live");
		await page.getByText("Connected", { exact: true }).waitFor();

		await send({ event: MARKUP_EVENT, distinct_id: "live-1", properties: { note: "<i>n</i>" } });
		const table = page.getByRole("table");
		await table.getByRole("button", { name: MARKUP_EVENT }).waitFor();
		await page.getByRole("button", { name: "Pause" }).click();
		await send({ event: "while paused", distinct_id: "live-1" });
		await page.getByRole("button", { name: "Resume (1 waiting)" }).waitFor();
		expect(await table.getByText("while paused").count()).toBe(0);
		await page.getByRole("button", { name: "Resume (1 waiting)" }).click();
		await table.getByText("while paused").waitFor();
		await table.getByRole("button", { name: MARKUP_EVENT }).click();

		const panel = page.getByRole("dialog", { name: MARKUP_EVENT });
		await panel.getByText("<i>n</i>").waitFor();
		expect(await panel.getByRole("listitem").count()).toBeGreaterThan(5);
		expect(await page.title()).toBe("Live – Loggia analytics");
	});

	test("shows a dropped event with its reason, and finds by a text", async ({ page }) => {
		await openScreen(page, dashboard, "/live");
		await page.getByText("Connected", { exact: true }).waitFor();

		await send({ event: "kept", distinct_id: "live-2" });
		await send({ event: "lost", distinct_id: "" });
		const drop = page.getByRole("row").filter({ hasText: "Dropped" });
		await drop.waitFor();
		await page.getByLabel("Search in what came").fill("kept");
		await expect.poll(() => drop.count()).toBe(0);
		await page.getByLabel("Search in what came").fill("");
		await drop.getByRole("button").first().click();

		await page
			.getByRole("dialog")
			.getByText(/^Dropped: /)
			.waitFor();
	});
});

test("events draws any event by a property, and narrows it", async ({ page }) => {
	await openScreen(page, dashboard, "/events");
	await settled(page);

	await page.getByRole("button", { name: "signed up" }).first().click();
	await page.getByLabel("Broken down by").selectOption("plan");
	const rows = page.getByRole("table", { name: "By plan" });
	await rows.getByRole("button", { name: "team" }).click();

	await page.getByRole("list", { name: "Filters" }).getByText("team").waitFor();
	await expect.poll(() => rows.getByRole("button").allInnerTexts()).toEqual(["team"]);
	const total = Number(
		(await page.locator(".series-total strong").innerText()).replaceAll(",", ""),
	);
	expect(total).toBeGreaterThan(0);
	const list = page.getByRole("table", { name: "The events" });
	await expect.poll(() => list.locator("time").count()).toBe(Math.min(50, total));
});

test("people finds a person, shows what they did, and erases them after a word", async ({
	page,
	faults,
}) => {
	faults.allow(/status of 404/);
	await openScreen(page, dashboard, "/people");
	await settled(page);
	await page
		.getByRole("table", { name: /^People/ })
		.getByRole("link")
		.first()
		.click();
	await page.getByRole("table", { name: /^What they did/ }).waitFor();
	const name = await page.locator("h1").innerText();
	const id = name.split("@")[0] ?? "";

	await page.getByRole("button", { name: "Erase" }).click();
	const dialog = page.getByRole("dialog", { name: `Erase ${name}?` });
	await dialog.getByText(/\d+ events?, from/).waitFor();
	const confirm = dialog.getByRole("button", { name: "Erase for good" });
	expect(await confirm.isDisabled()).toBe(true);
	await dialog.getByLabel("Type erase to confirm").fill("erase");
	await confirm.click();

	await page.getByRole("heading", { name: "Erased" }).waitFor();
	await page.goto(`${dashboard.url}/people/${id}`);
	await page.getByText("No person is kept under this id").waitFor();
	await page.getByText("No events", { exact: true }).waitFor();
});

test("flags are made, edited, tried, offered and brought back", async ({ page }) => {
	await openScreen(page, dashboard, "/new-flag");
	await settled(page);
	await page.getByLabel("Key").fill("new-checkout");
	await page.getByRole("button", { name: "Create" }).click();

	await page.getByText("Condition 1").waitFor();
	await page.getByRole("button", { name: "Add a property" }).click();
	await page.getByLabel("Property 1.1", { exact: true }).fill("plan");
	await page.getByLabel("Value 1.1", { exact: true }).fill("pro,team");
	await page.getByLabel("Rollout of condition 1 in percent").fill("100");
	await page.getByText("Everybody whose plan is pro or team").waitFor();
	await page.getByLabel("With the flag").fill('{"steps": 1}');
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByRole("button", { name: "Edit" }).waitFor();
	await page.getByRole("switch", { name: "Off" }).click();
	await page.getByRole("switch", { name: "On" }).waitFor();

	await page.getByLabel("Distinct id").fill("somebody");
	await page.getByLabel("With these properties").fill('{"plan": "team"}');
	await page.getByRole("button", { name: "Try" }).click();
	await page.getByText("somebody gets it.").waitFor();
	await page.getByText('{"steps":1}').or(page.getByText('{"steps": 1}')).first().waitFor();

	await page.getByRole("button", { name: "Offer early access" }).click();
	await page.getByLabel("Stage").selectOption("alpha");
	await page.getByRole("button", { name: "Offer it" }).click();
	await page.getByRole("button", { name: "End early access" }).waitFor();

	await page.getByRole("button", { name: "Bring back version 1" }).click();
	await page.getByText("It is off: nobody gets it until it is switched on.").waitFor();
	await page.getByRole("link", { name: "All flags" }).click();
	await page
		.getByRole("listitem")
		.filter({ hasText: "new-checkout" })
		.getByText("Nobody")
		.waitFor();

	await page.getByRole("link", { name: "new-checkout" }).click();
	await page.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("No flags yet").waitFor();
});

describe("settings", () => {
	test("keeps limits and ignored addresses", async ({ page }) => {
		await openScreen(page, dashboard, "/settings");
		await settled(page);

		await page.getByLabel("Keep single events for").fill("90");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Saved").first().waitFor();
		await page.getByLabel("Address or network to ignore").fill("203.0.113.0/24");
		await page.getByRole("button", { name: "Ignore", exact: true }).click();
		await page.getByRole("button", { name: "Count 203.0.113.0/24 again" }).waitFor();

		await page.reload();
		await settled(page);
		expect(await page.getByLabel("Keep single events for").inputValue()).toBe("90");
		await page.getByRole("button", { name: "Count 203.0.113.0/24 again" }).click();
		await expect.poll(() => page.getByText("203.0.113.0/24").count()).toBe(0);
	});

	test("makes a key that works, shows it once, and takes it back", async ({ page }) => {
		await openScreen(page, dashboard, "/settings");
		await settled(page);

		await page.getByLabel("Name of a new key").fill("Nightly <b>");
		await page.getByRole("button", { name: "Create" }).click();
		const key = await page
			.getByText("Copy it now.")
			.locator("xpath=../..")
			.locator("pre")
			.innerText();
		expect(await statusOf(key)).toBe(200);
		await page.getByRole("button", { name: "Remove Nightly <b>" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();

		await expect.poll(() => page.getByRole("row").filter({ hasText: "Nightly" }).count()).toBe(0);
		expect(await statusOf(key)).toBe(401);
	});
});

async function statusOf(key: string): Promise<number> {
	const headers = { authorization: `Bearer ${key}` };
	const { status } = await fetch(`${dashboard.analytics.url}/api/v1/flags`, { headers });
	return status;
}

async function send(event: object): Promise<void> {
	await fetch(`${dashboard.analytics.url}/i/v0/e/`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ api_key: PROJECT_KEY, ...event }),
	});
}
