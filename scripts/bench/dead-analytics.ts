import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { ensureBuild } from "../build.ts";
import { findChromium } from "../test/chromium.ts";
import { freePort } from "./free-port.ts";
import { type ServerProcess, startServer } from "./ingest/server-process.ts";

/**
 * What a dead analytics service costs a visitor: the largest paint and the time in which the
 * page could not answer, on a processor four times as slow, with no key and with a service
 * that is not there, behind the site and on an origin of its own. In turns in one run, since
 * a busy machine makes any single figure a guess.
 */
const VISITS = 15;
const CPU_SLOWDOWN = 4;
/** A task that is shorter does not make anybody wait. */
const LONG_TASK_MS = 50;
/** The client is fetched, started, and refused by then. */
const WATCHED_MS = 2_500;

/** As text, since the types of scripts are those of Node. */
const READ_FIGURES = `(async () => {
	const paints = [];
	const tasks = [];
	new PerformanceObserver((list) => {
		paints.push(...list.getEntries().map(({ startTime }) => startTime));
	}).observe({ type: "largest-contentful-paint", buffered: true });
	new PerformanceObserver((list) => {
		tasks.push(...list.getEntries().map(({ duration }) => duration));
	}).observe({ type: "longtask", buffered: true });
	await new Promise((resolve) => setTimeout(resolve, ${WATCHED_MS}));
	const waits = tasks.map((duration) => Math.max(0, duration - ${LONG_TASK_MS}));
	return { largestPaintMs: paints.at(-1) ?? NaN, blockedMs: waits.reduce((sum, wait) => sum + wait, 0) };
})()`;

interface Figures {
	readonly largestPaintMs: number;
	readonly blockedMs: number;
}

const root = dirname(dirname(import.meta.dirname));
await ensureBuild(root);
const dead = `http://127.0.0.1:${await freePort()}`;
const VARIANTS: Readonly<Record<string, NodeJS.ProcessEnv>> = {
	"no key": { POSTHOG_KEY: "" },
	"dead behind the site": { POSTHOG_KEY: "phc_bench", ANALYTICS_UPSTREAM: dead },
	"dead elsewhere": { POSTHOG_KEY: "phc_bench", POSTHOG_HOST: dead },
};
const dataDir = await mkdtemp(join(tmpdir(), "loggia-dead-"));
const sites = new Map<string, ServerProcess>();
const browser = await chromium.launch({
	// Without one, the error of the launch says what is missing.
	executablePath: findChromium() ?? "chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	for (const [name, environment] of Object.entries(VARIANTS)) {
		sites.set(name, await startSite(environment));
	}
	console.log(renderReport(await measure()));
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

async function measure(): Promise<ReadonlyMap<string, readonly Figures[]>> {
	const figures = new Map<string, Figures[]>([...sites.keys()].map((name) => [name, []]));
	// The first visit of each warms the server up.
	for (let visit = 0; visit <= VISITS; visit += 1) {
		for (const [name, { port }] of sites) {
			const seen = await visitSite(browser, `http://127.0.0.1:${port}/start`);
			if (visit > 0) figures.get(name)?.push(seen);
		}
	}
	return figures;
}

async function visitSite(visitor: Browser, url: string): Promise<Figures> {
	const context = await visitor.newContext({
		userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140",
	});
	const page = await context.newPage();
	const session = await context.newCDPSession(page);
	await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
	await page.addInitScript(() => {
		Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
	});
	await page.goto(url, { waitUntil: "load" });
	const figures = await page.evaluate<Figures>(READ_FIGURES);
	await context.close();
	return figures;
}

function renderReport(figures: ReadonlyMap<string, readonly Figures[]>): string {
	const rows = [...figures].map(([name, visits]) => {
		const paint = median(visits.map(({ largestPaintMs }) => largestPaintMs));
		const blocked = median(visits.map(({ blockedMs }) => blockedMs));
		return `| ${name} | ${paint.toFixed(0)} ms | ${blocked.toFixed(0)} ms |`;
	});
	return [
		`| Median of ${VISITS} visits, processor ${CPU_SLOWDOWN} times slower | largest paint | blocked |`,
		"| --- | ---: | ---: |",
		...rows,
	].join("\n");
}

function median(numbers: readonly number[]): number {
	const sorted = numbers.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
