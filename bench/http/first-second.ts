import { BENCH_PAGE } from "./bench-site.ts";
import { type CaseResult, measureCase, type Rounds } from "./measure-case.ts";
import { recordAnswer } from "./record-answer.ts";
import type { Servers } from "./servers.ts";

/**
 * Measures cached answers from the start on: product and bare Fastify are started anew for each
 * round, so that neither has compiled its code.
 *
 * @returns The median round of each coding.
 */
export async function measureFirstSecond(
	servers: Servers,
	siteFolder: string,
	{ count, durationMs }: Rounds,
): Promise<readonly CaseResult[]> {
	const dataFolder = await servers.folder();
	const results: CaseResult[] = [];
	for (const coding of ["identity", "br"]) {
		const rounds: CaseResult[] = [];
		while (rounds.length < count) rounds.push(await measureRound(coding));
		rounds.sort((one, other) => (one.share ?? 0) - (other.share ?? 0));
		results.push(...rounds.slice(Math.floor(count / 2), Math.floor(count / 2) + 1));
	}
	return results;

	async function measureRound(coding: string): Promise<CaseResult> {
		const product = await servers.product(siteFolder, { dataFolder });
		const headers = { "accept-encoding": coding };
		const url = `http://127.0.0.1:${product.port}${BENCH_PAGE}`;
		const answer = await recordAnswer("first", url, headers);
		const bare = await servers.bareFastify([answer]);
		const baseline = {
			name: "bare Fastify",
			targets: [`/${answer.name}`],
			process: bare,
			goal: 0.9,
		};
		const asked = { name: "document, first second after a start", targets: [BENCH_PAGE], headers };
		const rounds = { count: 1, durationMs, warmCount: 0 };
		const result = await measureCase({ ...asked, product, baseline, answer }, rounds);
		await Promise.all([product, bare].map((process) => servers.stop(process)));
		return result;
	}
}
