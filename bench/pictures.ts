/**
 * Takes the pictures of the README from the running product: `npm run pictures`. The site is the product's
 * handbook; the dashboard shows generated visits of recent weeks.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { ensureBuild } from "../scripts/build.ts";
import { type Address, originOf } from "../scripts/start/address.ts";
import { planServices } from "../scripts/start/plan-services.ts";
import { startService } from "../scripts/start/service-process.ts";
import { waitUntilReady } from "../scripts/start/wait-until-ready.ts";
import { chromiumOptions, ensureChromium } from "../test/support/chromium.ts";
import { freePort } from "../test/support/free-port.ts";
import { sampleVisits } from "./pictures/sample-visits.ts";
import { takePicture } from "./pictures/take-picture.ts";

const HOST = "127.0.0.1";
const PASSWORD = "only for the pictures";
const API_KEY = "only-for-the-pictures";
const READY_TIMEOUT_MS = 60_000;

const root = dirname(import.meta.dirname);
const picturesFolder = join(root, "docs/pictures");
await ensureBuild(root);
ensureChromium();
const dataFolder = await mkdtemp(join(tmpdir(), "pictures-"));
const site: Address = { host: HOST, port: await freePort() };
const analytics: Address = { host: HOST, port: await freePort() };
const services = planServices("all", environment(), root).map(startService);
const browser = await chromium.launch(chromiumOptions());
try {
	await untilReady(site);
	await untilReady(analytics);
	await importVisits(Date.now());
	await mkdir(picturesFolder, { recursive: true });
	for (const colorScheme of ["light", "dark"] as const) {
		await takePicture(browser, {
			url: `${originOf(site)}/start/first-site`,
			file: join(picturesFolder, `page-${colorScheme}.webp`),
			colorScheme,
		});
		await takePicture(browser, {
			url: originOf(analytics),
			file: join(picturesFolder, `dashboard-${colorScheme}.webp`),
			colorScheme,
			password: PASSWORD,
		});
	}
} finally {
	await browser.close();
	for (const service of services) service.terminate();
	await Promise.all(services.map(({ exited }) => exited));
	await rm(dataFolder, { recursive: true, force: true });
}

/** Ignores the caller's settings: the pictures show the defaults of the product. */
function environment(): NodeJS.ProcessEnv {
	return {
		HOST,
		PORT: String(site.port),
		ANALYTICS_PORT: String(analytics.port),
		ANALYTICS_PASSWORD: PASSWORD,
		ANALYTICS_API_KEY: API_KEY,
		DATA_DIR: dataFolder,
		LOG_LEVEL: "error",
		SITE_DIR: join(root, "site"),
	};
}

async function untilReady(address: Address): Promise<void> {
	if (await waitUntilReady(address, AbortSignal.timeout(READY_TIMEOUT_MS))) return;
	throw new Error(`Nothing was ready on ${originOf(address)} within ${READY_TIMEOUT_MS} ms`);
}

async function importVisits(now: number): Promise<void> {
	const response = await fetch(`${originOf(analytics)}/api/v1/import/posthog.jsonl`, {
		method: "POST",
		headers: { authorization: `Bearer ${API_KEY}` },
		body: sampleVisits(now)
			.map((event) => JSON.stringify(event))
			.join("\n"),
	});
	if (!response.ok)
		throw new Error(`The import was answered ${response.status}: ${await response.text()}`);
}
