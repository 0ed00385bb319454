import { getRequest } from "../load/get-request.ts";
import { loadHttp } from "../load/http-load.ts";
import { BENCH_PAGE, createBenchSite } from "./bench-site.ts";
import type { Rounds } from "./measure-case.ts";
import type { PinnedProcess } from "./pinned-process.ts";
import type { Servers } from "./servers.ts";

/** Costs of a site of one size. */
export interface SiteResult {
	readonly pages: number;
	/** From the start of the process to the first 200 of `/readyz`, with an empty data folder. */
	readonly firstReadyMs: number;
	/** The same for a second start with the same data folder. */
	readonly readyMs: number;
	readonly memoryAtRestMb: number;
	/** After requests for a cached page, and then for all pages in turns. */
	readonly memoryAfterLoadMb: number;
	/** Event loop delay under the load of a cached page, measured by the process itself. */
	readonly delayP99Ms: number;
}

const CONNECTIONS = 32;
const BR = { "accept-encoding": "br" };
const REST_MS = 1500;

/** The process measures in windows of a second; half of the first window may be idle. */
const DELAY_SAMPLES = 4;
const DELAY_WINDOW_MS = 1100;

/** Starts the product with sites of these sizes, one after the other. */
export async function measureSites(
	servers: Servers,
	sizes: readonly number[],
	{ durationMs }: Rounds,
): Promise<readonly SiteResult[]> {
	const results: SiteResult[] = [];
	for (const pages of sizes) results.push(await measureSite(servers, pages, durationMs));
	return results;
}

async function measureSite(
	servers: Servers,
	pages: number,
	durationMs: number,
): Promise<SiteResult> {
	const siteFolder = servers.adopt(await createBenchSite({ pages, redirects: 10 }));
	const { dataFolder, readyMs: firstReadyMs } = await servers.firstStart(siteFolder);
	const product = await servers.product(siteFolder, { dataFolder });
	await new Promise((resolve) => setTimeout(resolve, REST_MS));
	const memoryAtRestMb = product.memoryMb();
	await load(product, [BENCH_PAGE], durationMs);
	await load(product, everyPage(pages), durationMs * 2);
	const memoryAfterLoadMb = product.memoryMb();
	// Work that first visits leave behind is not part of the load of a cached page.
	await new Promise((resolve) => setTimeout(resolve, REST_MS));
	const delayP99Ms = await delayUnderLoad(product);
	await servers.stop(product);
	return {
		pages,
		firstReadyMs,
		readyMs: product.readyMs,
		memoryAtRestMb,
		memoryAfterLoadMb,
		delayP99Ms,
	};
}

/**
 * Returns the process's own event loop delay while a cached page is requested at the maximum rate.
 * Reads it once a second, which is the process's window, and returns the maximum.
 */
async function delayUnderLoad(product: PinnedProcess): Promise<number> {
	const busy = load(product, [BENCH_PAGE], DELAY_SAMPLES * DELAY_WINDOW_MS + REST_MS);
	let worstMs = 0;
	for (let sample = 0; sample < DELAY_SAMPLES; sample += 1) {
		await new Promise((resolve) => setTimeout(resolve, DELAY_WINDOW_MS));
		worstMs = Math.max(worstMs, await readDelayMs(product));
	}
	await busy;
	return worstMs;
}

async function readDelayMs({ port }: PinnedProcess): Promise<number> {
	const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
	const seconds = /^event_loop_delay_p99_seconds (\S+)$/m.exec(metrics)?.[1];
	if (seconds === undefined) throw new Error("The metrics must tell the delay of the event loop");
	return Number(seconds) * 1000;
}

async function load(
	{ port }: PinnedProcess,
	targets: readonly string[],
	durationMs: number,
): Promise<void> {
	await loadHttp({
		port,
		requests: targets.map((target) => getRequest(target, BR)),
		connections: CONNECTIONS,
		durationMs,
	});
}

function everyPage(pages: number): readonly string[] {
	return Array.from(
		{ length: pages - 1 },
		(_, page) => `/section-${Math.floor(page / 100)}/page-${page}`,
	);
}
