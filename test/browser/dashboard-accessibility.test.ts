import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { accessibilityViolations, contrastViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import {
	openScreen,
	openSettled,
	settled,
	startTestDashboard,
	type TestDashboard,
} from "../support/dashboard.ts";
import { isLong, lengthsOf } from "../support/lengths.ts";
import { readFixture, readRows } from "../support/read-fixture.ts";
import { overflowOf } from "../support/site-page.ts";

const { widths } = lengthsOf("test/browser/dashboard-accessibility.test.ts");

/**
 * The short form has the screens with data on a phone, in either color mode by turns; `test:long` each in both modes,
 * those without data as well, and all on a desk.
 */
const WIDTHS = [390, 1440] as const;
const SCREENS = readRows<string>("dashboard/screens.yaml", "all");

/** Half way from one color to another is no color of ours. */
const STILL = { reducedMotion: "reduce" } as const;

let full: TestDashboard;
let empty: TestDashboard;

beforeAll(async () => {
	const environment = { ANALYTICS_API_KEY: "0123456789abcdef" };
	[full, empty] = await Promise.all([
		startTestDashboard({ days: 12, environment }),
		startTestDashboard({ environment }),
	]);
	for (const [{ analytics }, path, body] of [
		[full, "flags/example", EXAMPLE_FLAG],
		[full, "goals/docs", EXAMPLE_GOAL],
		[empty, "goals/docs", EXAMPLE_GOAL],
	] as const) {
		const response = await fetch(`${analytics.url}/api/v1/${path}`, {
			method: "PUT",
			headers: { authorization: "Bearer 0123456789abcdef", "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(201);
	}
});

afterAll(() => Promise.all([full.stop(), empty.stop()]));

test.for(
	WIDTHS.slice(0, widths),
)("at %i px, every screen is accessible, and no wider than its window", async (width, {
	openPage,
}) => {
	const { page, faults } = await openPage({ ...STILL, viewport: { width, height: 900 } });
	faults.allow(/status of 404/);

	expect(await complaintsOfAll(page, full)).toEqual([]);
});

test.runIf(isLong).for(WIDTHS)(
	"at %i px, so is every screen without data",
	async (width, { openPage }) => {
		const { page, faults } = await openPage({ ...STILL, viewport: { width, height: 900 } });
		faults.allow(/status of 404/);

		expect(await complaintsOfAll(page, empty)).toEqual([]);
	},
);

test("what opens above a screen is accessible as well", async ({ page }) => {
	await openSettled(page, full, "/");
	const found: string[] = [];

	await page.getByRole("button", { name: /^Range/ }).click();
	found.push(...(await complaints(page, "range")));
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
	found.push(...(await complaints(page, "shortcuts")));
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Show all of Pages: Top" }).click();
	await page.getByRole("dialog").getByRole("table").waitFor();
	found.push(...(await complaints(page, "all rows")));
	await page.keyboard.press("Escape");
	await page.locator(".chart").getByRole("button", { name: "Table" }).click();
	found.push(...(await complaints(page, "table")));
	await page.goto(`${full.url}/?filter=device:is:Mobile`);
	await settled(page);
	await page.getByRole("button", { name: "Filters: Segments" }).click();
	await page.getByLabel("Save filters as").fill("Phones");
	found.push(...(await complaints(page, "segments")));
	await page.getByRole("button", { name: "Save segment" }).click();
	await page.getByLabel("Save filters as").waitFor({ state: "detached" });
	await page.goto(`${full.url}/explore`);
	await page.getByRole("button", { name: "Filters: Segments" }).click();
	await page.getByRole("button", { name: "Phones", exact: true }).click();
	await page.getByRole("button", { name: "Remove filter: Device is Mobile" }).waitFor();

	expect(found).toEqual([]);
});

async function complaintsOfAll(page: Page, dashboard: TestDashboard): Promise<readonly string[]> {
	await page.goto(`${dashboard.url}/`);
	await page.getByLabel("Password").waitFor();
	const found = [...(await complaints(page, "sign-in"))];
	await openScreen(page, dashboard, "/");
	for (const [index, screen] of SCREENS.entries()) {
		const [mode, other] = index % 2 === 0 ? MODES : MODES.toReversed();
		await page.emulateMedia({ colorScheme: mode ?? null });
		await page.goto(dashboard.url + screen);
		await settled(page);
		found.push(...(await complaints(page, `${screen} in ${mode} mode`)));
		if (!isLong) continue;
		await page.emulateMedia({ colorScheme: other ?? null });
		// A color mode changes colors alone.
		found.push(...(await contrastViolations(page)).map((violation) => `${screen}: ${violation}`));
	}
	return found;
}

const MODES = ["light", "dark"] as const;

async function complaints(page: Page, name: string): Promise<readonly string[]> {
	const violations = await accessibilityViolations(page);
	const excess = await overflowOf(page);
	return [
		...violations.map((violation) => `${name}: ${violation}`),
		...(excess > 0 ? [`${name}: ${excess} pixels too wide`] : []),
	];
}

const EXAMPLE_GOAL = {
	name: "Read the documentation",
	selector: { conditions: [{ dimension: "page", operator: "matches", values: ["/docs*"] }] },
};

const EXAMPLE_FLAG = readFixture<never, object>("dashboard/example-flag.yaml");
