import { loadHttp } from "../load/http-load.ts";
import { BENCH_PAGE, createBenchSite } from "./bench-site.ts";
import type { Rounds } from "./measure-case.ts";
import type { PinnedProcess } from "./pinned-process.ts";
import type { Servers } from "./servers.ts";

/** What a site of some size costs. */
export interface SiteResult {
	readonly pages: number;
	/** From the start of the process to the first 200 of `/readyz`; nothing kept from before. */
	readonly firstReadyMs: number;
	/** The same once more, over the same data folder. */
	readonly readyMs: number;
	readonly memoryAtRestMb: number;
	/** After a kept page was asked for, and every page once. */
	readonly memoryAfterLoadMb: number;
	/** How long the event loop made others wait under the load of a kept page. */
	readonly delayP99Ms: number;
}

const CONNECTIONS = 32;
const REST_MS = 1500;

/** Starts the product over sites of these sizes, one after the other. */
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
	const dataFolder = await servers.folder();
	const first = await servers.product(siteFolder, dataFolder);
	await servers.stop(first);
	const product = await servers.product(siteFolder, dataFolder);
	await new Promise((resolve) => setTimeout(resolve, REST_MS));
	const memoryAtRestMb = product.memoryMb();
	await load(product, [BENCH_PAGE], durationMs);
	await load(product, everyPage(pages), durationMs * 2);
	const memoryAfterLoadMb = product.memoryMb();
	const delayP99Ms = await delayUnderLoad(product, durationMs * 2);
	await servers.stop(product);
	return {
		pages,
		firstReadyMs: first.readyMs,
		readyMs: product.readyMs,
		memoryAtRestMb,
		memoryAfterLoadMb,
		delayP99Ms,
	};
}

/**
 * A request that waits behind the load waits for the event loop: with one connection of its
 * own, its time is the delay and its own work.
 */
async function delayUnderLoad(product: PinnedProcess, durationMs: number): Promise<number> {
	const busy = load(product, [BENCH_PAGE], durationMs);
	const probe = await loadHttp({
		port: product.port,
		requests: [requestBytes("/healthz")],
		connections: 1,
		durationMs: durationMs * 0.8,
	});
	await busy;
	return probe.p99;
}

async function load(
	{ port }: PinnedProcess,
	targets: readonly string[],
	durationMs: number,
): Promise<void> {
	await loadHttp({
		port,
		requests: targets.map(requestBytes),
		connections: CONNECTIONS,
		durationMs,
	});
}

function requestBytes(target: string): Buffer {
	return Buffer.from(`GET ${target} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n`);
}

function everyPage(pages: number): readonly string[] {
	return Array.from(
		{ length: pages - 1 },
		(_, page) => `/section-${Math.floor(page / 100)}/page-${page}`,
	);
}
