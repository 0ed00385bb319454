import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { ensureBuild } from "../build.ts";
import { CHROMIUM_ARGUMENTS, findChromium } from "../test/chromium.ts";
import { measureStartsInTurns, type StartFigures } from "./browser/measure-start.ts";
import { SLOW_DEVICE } from "./browser/slow-device.ts";
import { freePort } from "./free-port.ts";
import { type ServerProcess, startServer } from "./ingest/server-process.ts";

/**
 * What a dead analytics service costs a visitor: the largest paint and the time in which the
 * page could not answer, on a processor four times as slow, with no key and with a service
 * that is not there, behind the site and on an origin of its own. In turns in one run, since
 * a busy machine makes any single figure a guess.
 */
const VISITS = 9;
/** The client is fetched, started, refused, and has tried again by then. */
const WATCHED_MS = 8_000;

const root = dirname(dirname(import.meta.dirname));
await ensureBuild(root);
const dead = `http://127.0.0.1:${await freePort()}`;
const VARIANTS: Readonly<Record<string, NodeJS.ProcessEnv>> = {
	"no key": { POSTHOG_KEY: "" },
	"dead behind the site": { POSTHOG_KEY: "phc_bench", ANALYTICS_UPSTREAM: dead },
	"dead elsewhere": { POSTHOG_KEY: "phc_bench", POSTHOG_HOST: dead },
};
const dataDir = await mkdtemp(join(tmpdir(), "loggia-dead-"));
const debuggingPort = await freePort();
const sites = new Map<string, ServerProcess>();
const browser = await chromium.launch({
	// Without one, the error of the launch says what is missing.
	executablePath: findChromium() ?? "chromium",
	args: [
		...CHROMIUM_ARGUMENTS,
		`--remote-debugging-port=${debuggingPort}`,
		// The client is silent for browsers that say so themselves.
		"--disable-blink-features=AutomationControlled",
	],
});
try {
	for (const [name, environment] of Object.entries(VARIANTS)) {
		sites.set(name, await startSite(environment));
	}
	const urls = [...sites].map(([name, { port }]) => [name, `http://127.0.0.1:${port}/start`]);
	const options = { browser, debuggingPort, watchedMs: WATCHED_MS, visits: VISITS };
	console.log(renderReport(await measureStartsInTurns(Object.fromEntries(urls), options)));
} finally {
	await browser.close();
	for (const site of sites.values()) await site.stop();
	await rm(dataDir, { recursive: true, force: true });
}

function startSite(environment: NodeJS.ProcessEnv): Promise<ServerProcess> {
	return startServer(join(root, "dist/server/main.js"), {
		env: (port) => ({
			HOST: "127.0.0.1",
			PORT: String(port),
			DATA_DIR: dataDir,
			LOG_LEVEL: "silent",
			...environment,
		}),
	});
}

function renderReport(figures: Readonly<Record<string, StartFigures>>): string {
	const head = `Median of ${VISITS} visits, the first ${WATCHED_MS / 1000} s of each, processor ${SLOW_DEVICE.cpuSlowdown} times slower`;
	const rows = Object.entries(figures).map(
		([name, { lcpMs, longTasks, longestTaskMs, blockedMs, tbtMs }]) => [
			name,
			`${lcpMs.toFixed(0)} ms`,
			...[String(longTasks), `${longestTaskMs.toFixed(0)} ms`],
			...[`${blockedMs.toFixed(0)} ms`, `${tbtMs.toFixed(0)} ms`],
		],
	);
	return [
		[head, "largest paint", "long tasks", "longest", "blocked", "blocked after the first paint"],
		["---", "---:", "---:", "---:", "---:", "---:"],
		...rows,
	]
		.map((cells) => `| ${cells.join(" | ")} |`)
		.join("\n");
}
