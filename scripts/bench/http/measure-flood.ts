import { getRequest } from "../load/get-request.ts";
import { loadHttp } from "../load/http-load.ts";
import { median } from "../median.ts";
import { BENCH_PAGE, createBenchSite } from "./bench-site.ts";
import type { Rounds } from "./measure-case.ts";
import type { PinnedProcess } from "./pinned-process.ts";
import type { Servers } from "./servers.ts";

/** What visitors of kept pages notice while somebody asks for what does not exist. */
export interface FloodResult {
	/** Kept pages a second, with nothing beside them. */
	readonly pagesAlone: number;
	/** Unknown paths a second, with nothing beside them. */
	readonly unknownAlone: number;
	/** Both at once. */
	readonly pagesBeside: number;
	readonly unknownBeside: number;
	/**
	 * What the two got of the core together, each by what it gets alone: 1 when visitors lose
	 * exactly the time that the flood takes, less when they lose more.
	 */
	readonly sharesTogether: number;
	/** By how much the process grew while the flood lasted. */
	readonly grownMb: number;
}

const PAGES = 300;
const BR = { "accept-encoding": "br" };
const CONNECTIONS = 16;

/** Each is asked for once in a flood: nothing can be kept of them. */
const UNKNOWN_PATHS = 200_000;

/** Asks for a kept page and for unknown paths, each alone and both at once, in turns. */
export async function measureFlood(servers: Servers, rounds: Rounds): Promise<FloodResult> {
	const siteFolder = servers.adopt(await createBenchSite({ pages: PAGES, redirects: 10 }));
	const product = await servers.product(siteFolder);
	const pages = [getRequest(BENCH_PAGE, BR)];
	const unknown = Array.from({ length: UNKNOWN_PATHS }, (_, index) =>
		getRequest(`/nothing-${index}`, BR),
	);
	const rate = (requests: readonly Buffer[]): Promise<number> =>
		rateOf(product, requests, rounds.durationMs);
	// Warm, and as large as it gets by serving.
	await Promise.all([rate(pages), rate(unknown)]);
	const beforeMb = product.memoryMb();
	const measured: Omit<FloodResult, "sharesTogether" | "grownMb">[] = [];
	for (let round = 0; round < rounds.count; round += 1) {
		const pagesAlone = await rate(pages);
		const unknownAlone = await rate(unknown);
		const [pagesBeside, unknownBeside] = await Promise.all([rate(pages), rate(unknown)]);
		measured.push({ pagesAlone, unknownAlone, pagesBeside, unknownBeside });
	}
	const grownMb = product.memoryMb() - beforeMb;
	await servers.stop(product);
	const of = (key: keyof (typeof measured)[number]): number =>
		median(measured.map((round) => round[key]));
	return {
		pagesAlone: of("pagesAlone"),
		unknownAlone: of("unknownAlone"),
		pagesBeside: of("pagesBeside"),
		unknownBeside: of("unknownBeside"),
		sharesTogether: median(
			measured.map(
				(round) => round.pagesBeside / round.pagesAlone + round.unknownBeside / round.unknownAlone,
			),
		),
		grownMb,
	};
}

async function rateOf(
	{ port }: PinnedProcess,
	requests: readonly Buffer[],
	durationMs: number,
): Promise<number> {
	const result = await loadHttp({ port, requests, connections: CONNECTIONS, durationMs });
	return result.requestsPerSecond;
}
