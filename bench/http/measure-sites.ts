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
}

const CONNECTIONS = 32;
const BR = { "accept-encoding": "br" };
const REST_MS = 1500;

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
	await servers.stop(product);
	return {
		pages,
		firstReadyMs,
		readyMs: product.readyMs,
		memoryAtRestMb,
		memoryAfterLoadMb,
	};
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
