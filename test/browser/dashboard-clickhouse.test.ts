import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { openStore } from "../../src/analytics/store/analytics-store.ts";
import { type AnalyticsProcess, startAnalyticsProcess } from "../support/analytics-process.ts";
import { test } from "../support/browser-test.ts";
import { hasClickHouse, startClickHouse } from "../support/clickhouse.ts";
import { openScreen, PASSWORD, settled } from "../support/dashboard.ts";
import { writeDashboardYear } from "../support/dashboard-year.ts";
import { readRows } from "../support/read-fixture.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const GOAL = {
	name: "Read the documentation",
	selector: { conditions: [{ dimension: "page", operator: "matches", values: ["/docs*"] }] },
};
/** Each says the same of the same events, whatever answers. Flags and settings are in the file alone. */
const SCREENS = readRows<string>("dashboard/screens.yaml", "of_events");
const HEADERS = { authorization: "Bearer 0123456789abcdef", "content-type": "application/json" };

test.skipIf(!hasClickHouse)(
	"every screen shows the same with a ClickHouse beside the file as without",
	async ({ browser }) => {
		const folder = temporaryFolder();
		// Old enough for no visitor to be there now: how many are would change from one walk to the next.
		const now = Date.now() - 60 * 60_000;
		const store = openStore(join(folder, "analytics", "events.sqlite"), now);
		writeDashboardYear(store, { now, days: 35, visitsPerDay: 40 });
		store.close();
		const clickHouse = await startClickHouse();
		onTestFinished(() => clickHouse.remove());
		const start = async (environment: NodeJS.ProcessEnv): Promise<AnalyticsProcess> => {
			const service = await startAnalyticsProcess(folder, {
				...{ ANALYTICS_PASSWORD: PASSWORD, ANALYTICS_API_KEY: "0123456789abcdef" },
				...environment,
			});
			onTestFinished(() => void service.kill("SIGKILL"));
			return service;
		};
		/** Looks at each screen until it changes no more, or shows what it showed before. */
		const walk = async (
			{ url }: AnalyticsProcess,
			before: readonly string[] = [],
		): Promise<readonly string[]> => {
			const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
			const dashboard = { url: `${url}/dashboard` };
			await openScreen(page, dashboard, "/");
			const texts = [];
			for (const [index, screen] of SCREENS.entries()) {
				await page.goto(dashboard.url + screen);
				let shown = before[index] ?? "";
				const isAsBefore = async (): Promise<boolean> => {
					const last = shown;
					const now = await shownText(page);
					if (before[index] === undefined) shown = now;
					return now === last;
				};
				await expect.poll(isAsBefore, { message: screen }).toBe(true);
				texts.push(shown);
			}
			await page.close();
			return texts;
		};

		const alone = await start({});
		const put = await fetch(`${alone.url}/api/v1/goals/docs`, {
			...{ method: "PUT", headers: HEADERS },
			body: JSON.stringify(GOAL),
		});
		expect(put.status).toBe(201);
		const without = await walk(alone);
		await alone.kill("SIGTERM");
		const beside = await start({ ANALYTICS_CLICKHOUSE_URL: clickHouse.url });
		await expect.poll(beside.output).toContain("answers questions from now on");
		expect(await walk(beside, without)).toHaveLength(SCREENS.length);
	},
);

/** Without times of day: since when the service has run is another one each time. */
async function shownText(page: Page): Promise<string> {
	await settled(page);
	return (await page.locator("main").innerText()).replaceAll(/\d\d:\d\d(?::\d\d)?/g, "…");
}
