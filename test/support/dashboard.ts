import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { DASHBOARD_HEADER } from "../../src/analytics/api-types/session.ts";
import { openStore } from "../../src/analytics/store/analytics-store.ts";
import { type AnalyticsProcess, startAnalyticsProcess } from "./analytics-process.ts";
import { PROJECT_KEY } from "./analytics-service.ts";
import { PASSWORD } from "./dashboard-browser.ts";
import { writeDashboardYear } from "./dashboard-year.ts";

export interface TestDashboard {
	readonly analytics: AnalyticsProcess;
	/** URL with `/dashboard`, without a trailing slash. */
	readonly url: string;
	/** Sends an event of the project. */
	readonly send: (event: object) => Promise<void>;
	readonly stop: () => Promise<void>;
}

export interface TestDashboardOptions {
	/** Days of generated visits; the store is empty if absent. */
	readonly days?: number;
	readonly environment?: NodeJS.ProcessEnv;
}

/** Starts a dashboard before the tests of a file, and stops it after them. Its fields are for tests alone. */
export function dashboardOfFile(options: TestDashboardOptions = {}): TestDashboard {
	let started: TestDashboard | undefined;
	beforeAll(async () => {
		started = await startTestDashboard(options);
	});
	afterAll(() => started?.stop());
	return new Proxy({} as TestDashboard, {
		get: (_target, name) => Reflect.get(started ?? {}, name),
	});
}

/** Starts the service in a separate process with a filled store. The caller must stop it. */
export async function startTestDashboard(
	options: TestDashboardOptions = {},
): Promise<TestDashboard> {
	const { days = 0, environment = {} } = options;
	const folder = mkdtempSync(join(tmpdir(), "loggia-dashboard-"));
	const store = openStore(join(folder, "analytics", "events.sqlite"), Date.now());
	writeDashboardYear(store, { now: Date.now(), days, visitsPerDay: 40 });
	store.close();
	const analytics = await startAnalyticsProcess(folder, {
		ANALYTICS_PASSWORD: PASSWORD,
		LOG_LEVEL: "warn",
		...environment,
	});
	return {
		analytics,
		url: `${analytics.url}/dashboard`,
		send: async (event) => {
			await analytics.send({ api_key: PROJECT_KEY, ...event });
		},
		stop: async () => {
			await analytics.kill("SIGTERM");
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Opens a screen as a signed-in user. */
export async function openScreen(
	page: Page,
	dashboard: Pick<TestDashboard, "url">,
	path: string,
): Promise<void> {
	const { origin } = new URL(dashboard.url);
	const [name, value] = await sessionOf(dashboard, origin);
	await page.context().addCookies([{ name, value, url: origin }]);
	await page.goto(dashboard.url + path);
	await page.getByRole("navigation", { name: "Screens" }).waitFor();
}

type Cookie = readonly [name: string, value: string];

const sessions = new WeakMap<object, Promise<Cookie>>();

/** All tests of a dashboard share a session, because a password check takes 200 ms. */
function sessionOf(dashboard: object, origin: string): Promise<Cookie> {
	const session = sessions.get(dashboard) ?? startSession(origin);
	sessions.set(dashboard, session);
	return session;
}

async function startSession(origin: string): Promise<Cookie> {
	const response = await fetch(`${origin}/api/session`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"sec-fetch-site": "same-origin",
			[DASHBOARD_HEADER]: "1",
		},
		body: JSON.stringify({ password: PASSWORD }),
	});
	const [, name, value] = /^(\w+)=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
	if (name === undefined || value === undefined) throw new Error("The password was refused");
	return [name, value];
}

/** Opens a screen and waits until all its content is loaded. */
export async function openSettled(...words: Parameters<typeof openScreen>): Promise<void> {
	await openScreen(...words);
	await settled(words[0]);
}

/** Waits until a screen is shown without loading placeholders. */
export async function settled(page: Page): Promise<void> {
	await page.locator("body:has(h1):not(:has(.skeleton))").waitFor();
}
