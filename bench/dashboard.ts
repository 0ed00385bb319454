/**
 * Fills a store with a year of visits. Then measures in a real browser the time from the click on the
 * overview's link to the painted chart, at rest and while events arrive.
 *
 *     node bench/dashboard.ts [visits a day, default 400] [folder for the file]
 *
 * An existing file in the folder is measured unchanged, such as the file of `year.ts`.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { ensureBuild } from "../scripts/build.ts";
import { openStore } from "../src/analytics/store/analytics-store.ts";
import { startAnalyticsProcess } from "../test/support/analytics-process.ts";
import { PROJECT_KEY } from "../test/support/analytics-service.ts";
import { chromiumOptions } from "../test/support/chromium.ts";
import { writeDashboardYear } from "../test/support/dashboard-year.ts";

const VISITS_PER_DAY = Number(process.argv[2] ?? 400);
const ROUNDS = 15;
const EVENTS_PER_SECOND = 500;
const PASSWORD = "only for measuring";

/** Runs in the page. The drawn chart is on the screen two frames later. */
const CLICK_TO_PICTURE = `new Promise((resolve) => {
	const start = performance.now();
	const look = () => {
		if (document.querySelector(".chart-canvas canvas") === null) return requestAnimationFrame(look);
		requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
	};
	document.querySelector("nav li:first-child a").click();
	look();
})`;

const keptFolder = process.argv[3];
const folder = keptFolder ?? mkdtempSync(join(tmpdir(), "bench-dashboard-"));
await ensureBuild(join(import.meta.dirname, ".."));
fillStore(join(folder, "analytics", "events.sqlite"));
const analytics = await startAnalyticsProcess(folder, {
	ANALYTICS_PASSWORD: PASSWORD,
	LOG_LEVEL: "error",
});
const browser = await chromium.launch(chromiumOptions());
try {
	const page = await (await browser.newContext({ timezoneId: "Europe/Rome" })).newPage();
	await page.goto(`${analytics.url}/dashboard/flags`);
	await page.getByLabel("Password").fill(PASSWORD);
	await page.keyboard.press("Enter");
	await page.getByRole("navigation", { name: "Screens" }).waitFor();
	for (const range of ["30d", "12mo"]) {
		await measure(page, range, "at rest");
		const ingest = startIngest();
		await measure(page, range, `while ${EVENTS_PER_SECOND} events/s are sent`);
		console.log(`  ${(await ingest.stop()).toFixed(0)} events/s were taken`);
	}
	await measureLoad(page);
} finally {
	await browser.close();
	await analytics.kill("SIGTERM");
	if (keptFolder === undefined) rmSync(folder, { recursive: true });
}

function fillStore(path: string): void {
	const isFilled = existsSync(path);
	const store = openStore(path, Date.now());
	if (!isFilled) {
		writeDashboardYear(store, { now: Date.now(), days: 365, visitsPerDay: VISITS_PER_DAY });
	}
	console.log(`${store.events.count()} events`);
	store.close();
}

/** Measures the time from a click on "Overview" to the frame after the chart is drawn, without a cache. */
async function measure(page: Page, range: string, condition: string): Promise<void> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		// A new page load drops the cached answers of the previous round.
		await page.goto(`${analytics.url}/dashboard/flags?range=${range}`);
		await page.getByRole("heading", { name: "Flags", level: 1 }).waitFor();
		times.push(await page.evaluate<number>(CLICK_TO_PICTURE));
	}
	console.log(`${range} ${condition}: click to picture ${summaryOf(times)}`);
}

/** Measures a whole page load with cached files, as with a bookmark. */
async function measureLoad(page: Page): Promise<void> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const start = performance.now();
		await page.goto(`${analytics.url}/dashboard/?range=12mo`, { waitUntil: "commit" });
		await page.locator(".chart-canvas canvas").waitFor();
		times.push(performance.now() - start);
	}
	console.log(`12mo: load to picture ${summaryOf(times)}`);
}

function summaryOf(times: readonly number[]): string {
	const sorted = times.toSorted((a, b) => a - b);
	const at = (share: number): string =>
		(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
	return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms of ${times.length}`;
}

function startIngest() {
	const started = performance.now();
	let taken = 0;
	const running = new Set<Promise<void>>();
	const timer = setInterval(() => {
		const sent = sendBatch(EVENTS_PER_SECOND / 10).then((count) => {
			taken += count;
			running.delete(sent);
		});
		running.add(sent);
	}, 100);
	return {
		/** @returns Events per second. */
		stop: async (): Promise<number> => {
			clearInterval(timer);
			await Promise.all(running);
			return (taken * 1_000) / (performance.now() - started);
		},
	};
}

async function sendBatch(count: number): Promise<number> {
	const batch = Array.from({ length: count }, () => ({
		event: "$pageview",
		distinct_id: crypto.randomUUID(),
		properties: { $current_url: "https://docs.example/", $pathname: "/" },
	}));
	const response = await fetch(`${analytics.url}/batch/`, {
		method: "POST",
		headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 Chrome/140" },
		body: JSON.stringify({ api_key: PROJECT_KEY, batch }),
	});
	return response.ok ? count : 0;
}
