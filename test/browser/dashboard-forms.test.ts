import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { dashboardOfFile, openScreen, openSettled, settled } from "../support/dashboard.ts";

const dashboard = dashboardOfFile({ days: 7 });

test("people finds a person, shows what they did, and erases them after a word", async ({
	page,
	faults,
}) => {
	faults.allow(/status of 404/);
	await openSettled(page, dashboard, "/people");
	await page
		.getByRole("table", { name: /^People/ })
		.getByRole("link")
		.first()
		.click();
	await page.getByRole("table", { name: /^Events of this person/ }).waitFor();
	const name = await page.locator("h1").innerText();
	const id = name.split("@")[0] ?? "";

	await page.getByRole("button", { name: "Erase" }).click();
	const dialog = page.getByRole("dialog", { name: `Erase ${name}?` });
	await dialog.getByText(/\d+ events?, from/).waitFor();
	const confirm = dialog.getByRole("button", { name: "Erase" });
	await dialog.getByLabel("Type erase to confirm").fill("delete");
	await confirm.click();
	await dialog.getByText("Type erase to confirm: must be erase").waitFor();
	await dialog.getByLabel("Type erase to confirm").fill("erase");
	await confirm.click();

	await page.getByRole("heading", { name: "Erased" }).waitFor();
	await page
		.getByText(`1 ID: ${id}`)
		.or(page.getByText(/^\d+ IDs: .+/))
		.waitFor();
	await page.getByText(/^\d+ events?$/).waitFor();
	await page.getByRole("heading", { name: "Kept as totals" }).waitFor();
	await page.getByText(/^browser: .+/).waitFor();
	await page.goto(`${dashboard.url}/people/${id}`);
	await page.getByText("No person is stored under this ID").waitFor();
	await page.getByText("No events", { exact: true }).waitFor();
});

test("a person with many ids shows those that an app chose, and what the person did", async ({
	page,
}) => {
	const batch = Array.from({ length: 30 }, (_, number) => ({
		event: "$identify",
		distinct_id: "zoe",
		properties: { $anon_distinct_id: `019b1f85-${1000 + number}-7e1b-a317-c776bf53eac2` },
	}));
	for (const event of batch) await dashboard.send(event);
	await openScreen(page, dashboard, "/people/zoe");
	const ids = page.getByRole("region", { name: "IDs" });

	await ids.getByText("23 more").waitFor();
	expect(await ids.locator(".ids li").allInnerTexts()).toHaveLength(8);
	expect(await ids.locator(".ids li").first().innerText()).toBe("zoe");

	await ids.getByText("23 more").click();
	await expect.poll(() => ids.locator(".ids li").count()).toBe(31);
});

test("flags are made, edited, tried, offered and brought back", async ({ page }) => {
	await openSettled(page, dashboard, "/new-flag");
	await page.getByLabel("Key").fill("new-checkout");
	await page.getByRole("button", { name: "Create flag" }).click();

	await page.getByText("Condition 1").waitFor();
	await page.getByRole("button", { name: "Add property" }).click();
	await page.getByLabel("Property 1.1", { exact: true }).fill("plan");
	await page.getByLabel("Value 1.1", { exact: true }).fill("pro,team");
	await page.getByLabel("Rollout of condition 1 in percent").fill("100");
	await page.getByText("Everyone whose plan is pro or team").waitFor();
	await page.getByLabel("Payload of the flag").fill('{"steps": 1}');
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByRole("button", { name: "Edit" }).waitFor();
	await page.getByRole("switch", { name: "Off" }).click();
	await page.getByRole("switch", { name: "On" }).waitFor();

	await page.getByLabel("Distinct ID").fill("visitor-1");
	await page.getByLabel("Properties, in addition").fill('{"plan": "team"}');
	await page.getByRole("button", { name: "Test" }).click();
	await page.getByText("visitor-1 gets it.").waitFor();
	await page.getByText('{"steps":1}').or(page.getByText('{"steps": 1}')).first().waitFor();

	await page.getByRole("button", { name: "Offer early access" }).click();
	await page.getByLabel("Stage").selectOption("alpha");
	await page.getByRole("button", { name: "Offer early access" }).click();
	await page.getByRole("button", { name: "End early access" }).waitFor();
	for (const text of ["A new checkout", ""]) {
		const form = page.locator("form", { has: page.getByLabel("Stage") });
		await page.getByLabel("Description").last().fill(text);
		const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
		await form.getByRole("button", { name: "Save" }).click();
		await saved;
		await page.reload();
		await settled(page);
		expect(await page.getByLabel("Description").last().inputValue()).toBe(text);
	}

	await page.getByRole("button", { name: "Restore version 1" }).click();
	await page.getByText("This flag is off for everyone.").waitFor();
	await page.getByRole("link", { name: "All flags" }).click();
	await page
		.getByRole("listitem")
		.filter({ hasText: "new-checkout" })
		.getByText("No one")
		.waitFor();

	await page.getByRole("link", { name: "new-checkout" }).click();
	await page.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("No flags yet").waitFor();
});

describe("settings", () => {
	test("keeps limits, ignored addresses and names of group types", async ({ page }) => {
		await openSettled(page, dashboard, "/settings");

		await page.getByLabel("Keep events for").fill("90");
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Saved").first().waitFor();
		await page.getByLabel("Address or network to ignore").fill("203.0.113.0/24");
		await page.getByRole("button", { name: "Add", exact: true }).click();
		await page.getByRole("button", { name: "Remove 203.0.113.0/24" }).waitFor();
		await page.getByRole("link", { name: "Group types" }).click();
		const groupTypes = page.locator("form", { has: page.getByLabel("Names", { exact: true }) });
		await page.getByLabel("Names", { exact: true }).fill("company, project");
		await page.getByRole("button", { name: "Save group types" }).click();
		await groupTypes.getByText("Saved", { exact: true }).waitFor();

		await page.reload();
		await settled(page);
		expect(await page.getByLabel("Names", { exact: true }).inputValue()).toBe("company, project");
		await page.getByRole("link", { name: "Data", exact: true }).click();
		await settled(page);
		expect(await page.getByLabel("Keep events for").inputValue()).toBe("90");
		await page.getByRole("button", { name: "Remove 203.0.113.0/24" }).click();
		await expect.poll(() => page.getByText("203.0.113.0/24").count()).toBe(0);
	});

	test("makes a key that works, shows it once, and deletes it, with the whole table on a phone", async ({
		openPage,
	}) => {
		const { page } = await openPage({ viewport: { width: 390, height: 900 } });
		await openSettled(page, dashboard, "/settings/keys");

		await page.getByLabel("Name of the new key").fill("Nightly <b>");
		await page.getByRole("button", { name: "Create key" }).click();
		const key = await page
			.getByText("Copy this key now.")
			.locator("xpath=../..")
			.locator("pre")
			.innerText();
		expect(await statusOf(key)).toBe(200);
		await page.reload();
		const remove = page.getByRole("button", { name: "Delete Nightly <b>" });
		await remove.waitFor();
		expect(await page.getByText(key).count()).toBe(0);
		const box = await remove.boundingBox();
		expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThan(390);
		const [inner, outer] = await page.evaluate<[number, number]>(
			"(() => { const { scrollWidth, clientWidth } = document.querySelector('.table-stacked').parentElement; return [scrollWidth, clientWidth]; })()",
		);
		expect(inner).toBe(outer);
		await remove.click();
		await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();

		await expect.poll(() => page.getByRole("row").filter({ hasText: "Nightly" }).count()).toBe(0);
		expect(await statusOf(key)).toBe(401);
	});

	test("imports a file and says what became of its lines", async ({ page }) => {
		await openSettled(page, dashboard, "/settings/transfer");
		const line = {
			format: 2,
			visit: null,
			uuid: "0190a000-0000-7000-8000-000000000001",
			event: "imported",
			distinct_id: "import-1",
			timestamp: new Date().toISOString(),
		};
		const buffer = Buffer.from(`${JSON.stringify(line)}\nnot json\n`);

		await page
			.getByLabel("File", { exact: true })
			.setInputFiles({ name: "events.jsonl", mimeType: "application/jsonl", buffer });
		await page.getByRole("button", { name: "Import", exact: true }).click();

		await page.getByText("1 imported, 0 already stored, 1 refused.").waitFor();
		await page.getByText("Line 2: It must be JSON").waitFor();
	});
});

async function statusOf(key: string): Promise<number> {
	const headers = { authorization: `Bearer ${key}` };
	const { status } = await fetch(`${dashboard.analytics.url}/api/v1/flags`, { headers });
	return status;
}
