import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { openClientPage } from "../support/client-page.ts";
import { dashboardOfFile, openScreen } from "../support/dashboard.ts";
import { lengthsOf } from "../support/lengths.ts";
import { CHROME } from "../support/visitor.ts";

const KEY = "a-key-for-the-tests-only";
const AUTHORIZATION = { authorization: `Bearer ${KEY}` };
/** Captured by a client that was told to: a click without effect, an error, how fast the page was. */
const EVENTS = ["$dead_click", "$exception", "$web_vitals"] as const;

const dashboard = dashboardOfFile({ environment: { ANALYTICS_API_KEY: KEY } });

const { clients } = lengthsOf("test/browser/client-scripts.test.ts");

/** The client that the site ships, and the newest, as the snippet loads it. */
const CLIENTS = [
	[
		"the site's own client",
		async () => readFileSync(createRequire(import.meta.url).resolve("posthog-js/dist/array.js")),
	],
	["the newest client", async () => (await ask("/static/1.449.2/array.js")).text()],
] as const;

describe.each(CLIENTS.slice(-clients))("%s", (_name, script) => {
	test("asks for nothing more where nothing is switched on, and leaves nothing in the browser", async ({
		openPage,
	}) => {
		await configure({});
		const { page } = await openPage({ userAgent: CHROME });
		const scripts = scriptsOf(page);

		await open(page, await script());
		await page.evaluate(() => window.posthog.capture("$pageview"));

		await expect.poll(() => countOf("$pageview")).toBeGreaterThan(0);
		expect([...scripts.keys()].filter((name) => name !== "config.js")).toEqual([]);
		const kept = await page.evaluate(() => [
			...Object.keys(localStorage),
			...Object.keys(sessionStorage),
		]);
		expect(kept).toEqual([]);
		expect(await page.context().cookies()).toEqual([]);
	});

	test("captures what is switched on, and the dashboard shows it", async ({ openPage }) => {
		await configure({
			capturePerformance: { web_vitals: true },
			captureDeadClicks: true,
			autocaptureExceptions: true,
		});
		const before = await Promise.all(EVENTS.map(countOf));
		const { page, faults } = await openPage({ userAgent: CHROME });
		faults.allow(/broken on purpose/);
		const scripts = scriptsOf(page);
		await open(page, await script());
		await expect
			.poll(() => [...scripts.keys()].toSorted())
			.toEqual(
				expect.arrayContaining([
					"dead-clicks-autocapture.js",
					"exception-autocapture.js",
					expect.stringMatching(/^web-vitals/),
				]),
			);
		expect(new Set(scripts.values())).toEqual(new Set([200]));

		await page.getByRole("heading").click();
		await page.evaluate(() => {
			setTimeout(() => {
				throw new Error("broken on purpose");
			});
		});

		await expect
			.poll(async () => {
				const counts = await Promise.all(EVENTS.map(countOf));
				return counts.map((count, index) => count > (before[index] ?? 0));
			})
			.toEqual([true, true, true]);
		const { page: screen } = await openPage();
		await openScreen(screen, dashboard, "/events");
		for (const event of EVENTS) await screen.getByRole("button", { name: event }).first().waitFor();
	});
});

async function open(page: Page, script: string | Uint8Array): Promise<void> {
	await openClientPage(page, script);
	await page.evaluate(
		([key, host]) => {
			window.posthog.init(key, {
				api_host: host,
				persistence: "memory",
				person_profiles: "identified_only",
				capture_pageview: false,
			});
		},
		[PROJECT_KEY, dashboard.analytics.url] as const,
	);
}

/** Names of the scripts that a page loads from the service, with the status of each. */
function scriptsOf(page: Page): ReadonlyMap<string, number> {
	const scripts = new Map<string, number>();
	page.on("response", (response) => {
		const { pathname, origin } = new URL(response.url());
		if (origin !== dashboard.analytics.url || !pathname.endsWith(".js")) return;
		scripts.set(pathname.slice(pathname.lastIndexOf("/") + 1), response.status());
	});
	return scripts;
}

async function configure(config: object): Promise<void> {
	const { status } = await ask("/api/v1/client-config", {
		method: "PUT",
		body: JSON.stringify(config),
	});
	expect(status).toBe(200);
}

async function countOf(event: string): Promise<number> {
	const query = new URLSearchParams({ event, limit: "1000", bots: "include" });
	const { results } = await (await ask(`/api/v1/events?${query}`)).json();
	return results.length;
}

function ask(path: string, options: RequestInit = {}): Promise<Response> {
	return fetch(dashboard.analytics.url + path, { headers: AUTHORIZATION, ...options });
}
