import type { Route } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { dashboardOfFile, openScreen, openSettled, settled } from "../support/dashboard.ts";

const dashboard = dashboardOfFile({ days: 12 });

test("content shows missing pages with the rule that mends each, the first at once and the others on demand", async ({
	page,
}) => {
	for (let index = 0; index < 14; index += 1) {
		await dashboard.send({
			event: "$pageview",
			distinct_id: "lost-visitor",
			properties: { $current_url: `https://docs.example/lost/${index}`, status: 404 },
		});
	}
	await openSettled(page, dashboard, "/content");
	const rows = page.locator(".problem-list > li");
	expect(await rows.count()).toBe(12);

	await page.getByText(/^\d+ more$/).press("Enter");

	await rows.nth(13).waitFor();
	await page.getByText("/docs/instal", { exact: true }).click();
	const rule = page.getByRole("figure").filter({ hasText: "In site.yaml" }).first();
	expect(await rule.locator("pre").innerText()).toMatch(/\/docs\/instal[^l][\s\S]*\/docs\/install/);
});

test("behavior shows how pages are read, also of one page, and opens its tables in explore", async ({
	page,
}) => {
	const left = { $current_url: "https://docs.example/after", $prev_pageview_pathname: "/read" };
	const url = "https://docs.example/read";
	await dashboard.send({
		event: "$pageview",
		distinct_id: "reader",
		properties: { $current_url: url },
	});
	for (const [seconds, share] of [
		[30, 0.5],
		[90, 1],
		[600, 0.75],
	]) {
		const properties = {
			...left,
			$prev_pageview_duration: seconds,
			$prev_pageview_max_content_percentage: share,
		};
		await dashboard.send({ event: "$pageleave", distinct_id: "reader", properties });
	}
	await openSettled(page, dashboard, "/behavior?filter=page:is:/read");

	const cells = page
		.getByRole("row", { name: /^\/read/ })
		.first()
		.getByRole("cell");
	expect(await cells.allInnerTexts()).toEqual(["1", "1m 30s", "75%"]);
	await page.getByRole("link", { name: "Explore Web vitals" }).click();

	await page.getByRole("heading", { name: "Explore" }).waitFor();
	expect(page.url()).toContain("step=event%3A%24web_vitals");
});

test("figures that take long say so, can be canceled, and be asked for again", async ({ page }) => {
	const held: Route[] = [];
	await page.route("**/api/v1/query?**", (route) => void held.push(route));
	await openScreen(page, dashboard, "/behavior");
	const pages = page.locator(".card", { hasText: "Pages" }).first();

	await page.getByText("Reading events.").waitFor();
	await page.getByRole("button", { name: "Cancel" }).click();

	await page.getByText("Canceled.").waitFor();
	expect(await pages.locator(".skeleton").count()).toBe(0);
	await page.unroute("**/api/v1/query?**");
	await page.getByRole("button", { name: "Try again" }).click();
	await page.getByText("Canceled.").waitFor({ state: "detached" });
	await Promise.all(held.map(async (route) => await route.continue().catch(() => undefined)));
	await settled(page);
	await pages.getByRole("table").waitFor();
});

test("an overview that takes long can be canceled, with what was shown before it or without", async ({
	page,
}) => {
	await openSettled(page, dashboard, "/");
	const held: Route[] = [];
	await page.route("**/api/v1/stats?**", (route) => void held.push(route));
	const cancel = async () => {
		await page.getByText("Reading events.").waitFor();
		await page.getByRole("button", { name: "Cancel" }).click();
		await page.getByText("Canceled.").waitFor();
	};

	await page
		.getByRole("button", { name: /^\/docs/ })
		.first()
		.click();
	await cancel();
	await page.locator(".figures-outdated canvas").waitFor();
	await page.reload();
	await cancel();

	expect(await page.locator(".skeleton, .figures").count()).toBe(0);
	await page.unroute("**/api/v1/stats?**");
	await page.getByRole("button", { name: "Try again" }).click();
	await page.locator(".figures-current canvas").waitFor();
	await Promise.all(held.map(async (route) => await route.abort().catch(() => undefined)));
});

test("live begins with what is stored, shows what comes, waits while it is paused, and opens what was kept or dropped", async ({
	page,
}) => {
	await dashboard.send({ event: "before the screen", distinct_id: "live-0" });
	await openScreen(page, dashboard, "/live");
	const table = page.getByRole("table");
	await table.getByRole("button", { name: "before the screen" }).waitFor();
	await page.getByText("Connected", { exact: true }).waitFor();

	// The events of the year have another name: one of them may be minutes old.
	const markup = '<img src=x onerror="document.title=2">';
	await dashboard.send({ event: markup, distinct_id: "live-1", properties: { note: "<i>n</i>" } });
	await table.getByRole("button", { name: markup }).waitFor();
	await page.getByRole("button", { name: "Pause" }).click();
	await dashboard.send({ event: "lost", distinct_id: "" });
	await page.getByRole("button", { name: "Resume (1 waiting)" }).waitFor();
	const drop = page.getByRole("row").filter({ hasText: "Dropped" });
	expect(await drop.count()).toBe(0);
	await page.getByRole("button", { name: "Resume (1 waiting)" }).click();
	await drop.waitFor();

	await page.getByLabel("Search events").fill(markup);
	await expect.poll(() => drop.count()).toBe(0);
	await table.getByRole("button", { name: markup }).click();
	const panel = page.getByRole("dialog", { name: markup });
	await panel.getByText("<i>n</i>").waitFor();
	expect(await panel.getByRole("listitem").count()).toBeGreaterThan(5);
	expect(await page.title()).toBe("Live – Loggia analytics");
	await page.keyboard.press("Escape");
	await page.getByLabel("Search events").fill("");
	await drop.getByRole("button").first().click();
	await page
		.getByRole("dialog")
		.getByText(/^Dropped: /)
		.waitFor();
});

test("events draws any event by a property, and narrows it", async ({ page }) => {
	await openSettled(page, dashboard, "/events");

	await page.getByRole("button", { name: "signed up" }).first().click();
	await page.getByLabel("Break down by").selectOption("plan");
	const rows = page.getByRole("table", { name: "By plan" });
	await rows.getByRole("button", { name: "team" }).click();

	await page.getByRole("list", { name: "Filters" }).getByText("team").waitFor();
	await expect.poll(() => rows.getByRole("button").allInnerTexts()).toEqual(["team"]);
	const total = Number(
		(await page.locator(".series-total strong").innerText()).replaceAll(",", ""),
	);
	expect(total).toBeGreaterThan(0);
	const list = page.getByRole("table", { name: "Event list" });
	await expect.poll(() => list.locator("time").count()).toBe(Math.min(50, total));
});

test("a question that is changed twice before the next frame has both changes", async ({
	page,
}) => {
	await openSettled(page, dashboard, "/explore?kind=funnel&step=page:&step=event:");
	const path = page.getByLabel("Step 1: path");
	await path.waitFor();

	await page.evaluate(async () => {
		// What React does behind an event, but no other task: nothing that waits for time is shown.
		const react = async () => {
			for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
		};
		const [first, second] = document.querySelectorAll(".explore-steps > li");
		const input = first?.querySelector("input");
		const kind = second?.querySelector("select");
		if (!input || !kind) throw new Error("The steps have no fields");
		const write = (element: HTMLElement, prototype: object, value: string) =>
			Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, value);
		write(input, HTMLInputElement.prototype, "/docs*");
		input.dispatchEvent(new InputEvent("input", { bubbles: true }));
		await react();
		input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
		await react();
		write(kind, HTMLSelectElement.prototype, "page");
		kind.dispatchEvent(new Event("change", { bubbles: true }));
	});

	await expect
		.poll(() => new URL(page.url()).searchParams.getAll("step"))
		.toEqual(["page:/docs*", "page:"]);
	await path.press("Enter");
	expect(await path.evaluate((field) => field === document.activeElement)).toBe(true);
});

test("explore answers a funnel, and keeps goals and questions", async ({ page }) => {
	await openSettled(page, dashboard, "/explore");
	await page.getByLabel("Name", { exact: true }).fill("Read the documentation");
	await page.getByLabel("Path; * matches any text").fill("/docs*");
	await page.getByRole("button", { name: "Define goal" }).click();
	await page.getByRole("rowheader", { name: "Read the documentation" }).waitFor();

	await page.getByRole("button", { name: "Funnel" }).click();
	await page.getByLabel("Step 1: path").fill("*");
	await page.getByLabel("Step 1: path").press("Enter");
	await page.getByRole("combobox", { name: "Step 2", exact: true }).selectOption("goal");
	const steps = page.locator(".funnel-step");
	await expect
		.poll(() => steps.allInnerTexts())
		.toMatchObject([
			expect.stringMatching(/1\. \*\s+[\d,]+ \(100%\)/),
			expect.stringMatching(/2\. Read the documentation\s+[\d,]+ \([\d.]+%\)\s+median/),
		]);
	await page.reload();
	await expect.poll(() => steps.count()).toBe(2);
	await page.getByLabel("Save this question as").fill("Way to the documentation");
	await page.getByLabel("Show on the overview").check();
	await page.getByRole("button", { name: "Save question" }).click();
	await page.getByText("Saved", { exact: true }).waitFor();

	await page.getByRole("link", { name: "Overview" }).click();
	const card = page.getByRole("region", { name: "Way to the documentation" });
	await expect.poll(() => card.locator(".funnel-step").count()).toBe(2);
});
