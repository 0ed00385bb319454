import { mean } from "../median.ts";
import { BENCH_PAGE } from "./bench-site.ts";
import {
	type BenchCase,
	type CaseResult,
	combine,
	type Measure,
	measureTurns,
	type Rounds,
	summarize,
} from "./measure-case.ts";
import { recordAnswer } from "./record-answer.ts";
import type { Servers } from "./servers.ts";

/**
 * Parts of a first second, which alternate between both servers: the speed of a shared machine can double
 * from one second to the next.
 */
const PARTS = 7;

/** Processes differ more from each other than the requests of one process. */
const STARTS_PER_ROUND = 2;

/**
 * Measures cached answers after the start. The product and bare Fastify are restarted for each
 * round, so that neither has compiled its code.
 *
 * @returns For each coding, the median over the rounds; a round is the mean of its parts.
 */
export async function measureFirstSecond(
	servers: Servers,
	siteFolder: string,
	{ count, durationMs }: Rounds,
): Promise<readonly CaseResult[]> {
	const { dataFolder } = await servers.firstStart(siteFolder);
	const results: CaseResult[] = [];
	for (const coding of ["identity", "br"]) results.push(await measureCoding(coding));
	return results;

	async function measureCoding(coding: string): Promise<CaseResult> {
		const ours: Measure[] = [];
		const theirs: Measure[] = [];
		let bench: BenchCase;
		do {
			bench = await startBoth(coding);
			const turns = await measureTurns(bench, { count: PARTS, durationMs: durationMs / PARTS });
			ours.push(combine(turns.ours, mean));
			theirs.push(combine(turns.theirs, mean));
			await servers.stop(bench.product);
			if (bench.baseline !== undefined) await servers.stop(bench.baseline.process);
		} while (ours.length < count * STARTS_PER_ROUND);
		return summarize(bench, { ours, theirs });
	}

	async function startBoth(coding: string): Promise<BenchCase> {
		const product = await servers.product(siteFolder, { dataFolder });
		const headers = { "accept-encoding": coding };
		const url = `http://127.0.0.1:${product.port}${BENCH_PAGE}`;
		const answer = await recordAnswer("first", url, headers);
		const process = await servers.bareFastify([answer]);
		return {
			...{ name: "document, first second after a start", targets: [BENCH_PAGE], headers },
			...{ product, answer },
			baseline: { name: "bare Fastify", targets: [`/${answer.name}`], process, goal: 0.9 },
		};
	}
}
