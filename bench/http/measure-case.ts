import { getRequest } from "../load/get-request.ts";
import { type HttpLoadResult, loadHttp } from "../load/http-load.ts";
import { median } from "../median.ts";
import type { PinnedProcess } from "./pinned-process.ts";
import type { RecordedAnswer } from "./record-answer.ts";

/** A kind of request, for the product and for the baseline server. */
export interface BenchCase {
	readonly name: string;
	/** Request targets for the product, used in turns. */
	readonly targets: readonly string[];
	readonly headers: Readonly<Record<string, string>>;
	readonly product: PinnedProcess;
	readonly baseline: Baseline | undefined;
	/** An example of the answers, for size and coding. */
	readonly answer: RecordedAnswer;
}

export interface Baseline {
	readonly name: string;
	/** As many targets as the product has, or one for all of them. */
	readonly targets: readonly string[];
	readonly process: PinnedProcess;
	/** Minimum share of the baseline; absent if the baseline is only for comparison. */
	readonly goal: number | undefined;
	/** The same by processor time. */
	readonly cpuGoal?: number | undefined;
}

/** Figures of one load on one server. */
export interface Measure {
	readonly requestsPerSecond: number;
	/** Relative to the processor time of the server: a busy machine hardly changes it. */
	readonly requestsPerCpuSecond: number;
	readonly p50: number;
	readonly p99: number;
}

/** Results: the median of the rounds. */
export interface CaseResult {
	readonly name: string;
	readonly status: number;
	readonly coding: string;
	readonly bytes: number;
	readonly product: Measure;
	readonly baseline: (Measure & { readonly name: string }) | undefined;
	/** Share of the baseline's rate: the median over consecutive pairs. */
	readonly share: number | undefined;
	/** The same by processor time. */
	readonly cpuShare: number | undefined;
	readonly goal: number | undefined;
	readonly cpuGoal?: number | undefined;
}

const CONNECTIONS = 32;

export interface Rounds {
	readonly count: number;
	readonly durationMs: number;
	/** Number of warm-up rounds: the first requests of a process are slow. */
	readonly warmCount?: number;
}

/** Measures of product and baseline in turns: one measure of each per turn. */
interface Turns {
	readonly ours: readonly Measure[];
	/** Empty without a baseline. */
	readonly theirs: readonly Measure[];
}

export async function measureCase(bench: BenchCase, rounds: Rounds): Promise<CaseResult> {
	await measureTurns(bench, { ...rounds, count: rounds.warmCount ?? 1 });
	return summarize(bench, await measureTurns(bench, rounds));
}

/** Measures product and baseline in turns, so that a busy machine slows both alike. */
async function measureTurns(
	bench: BenchCase,
	{ count, durationMs }: Pick<Rounds, "count" | "durationMs">,
): Promise<Turns> {
	const { product, targets, baseline } = bench;
	const ours: Measure[] = [];
	const theirs: Measure[] = [];
	for (let turn = 0; turn < count; turn += 1) {
		ours.push(await measure(product, targets, bench, durationMs));
		if (baseline === undefined) continue;
		theirs.push(await measure(baseline.process, baseline.targets, bench, durationMs));
	}
	return { ours, theirs };
}

/** @returns The median of all turns; a share is the median over consecutive pairs. */
function summarize(bench: BenchCase, { ours, theirs }: Turns): CaseResult {
	const { name, answer, baseline } = bench;
	const shareOf = (key: "requestsPerSecond" | "requestsPerCpuSecond"): number | undefined =>
		theirs.length === 0
			? undefined
			: median(ours.map((our, turn) => our[key] / (theirs[turn]?.[key] ?? Number.NaN)));
	return {
		name,
		status: answer.status,
		coding: answer.headers["content-encoding"] ?? "identity",
		bytes: Buffer.byteLength(answer.body, "base64"),
		product: medianOf(ours),
		baseline: baseline === undefined ? undefined : { name: baseline.name, ...medianOf(theirs) },
		share: shareOf("requestsPerSecond"),
		cpuShare: shareOf("requestsPerCpuSecond"),
		goal: baseline?.goal,
		cpuGoal: baseline?.cpuGoal,
	};
}

async function measure(
	process: PinnedProcess,
	targets: readonly string[],
	{ headers, answer }: BenchCase,
	durationMs: number,
): Promise<Measure> {
	const requests = targets.map((target) => getRequest(target, headers));
	const before = process.cpuSeconds();
	const result = await loadHttp({
		port: process.port,
		requests,
		connections: CONNECTIONS,
		durationMs,
	});
	const cpuSeconds = process.cpuSeconds() - before;
	checkStatuses(result, answer.status, targets[0] ?? "");
	const count = [...result.statuses.values()].reduce((sum, some) => sum + some, 0);
	return {
		requestsPerSecond: result.requestsPerSecond,
		requestsPerCpuSecond: count / cpuSeconds,
		p50: result.p50,
		p99: result.p99,
	};
}

/** Errors are quick to send, so a run with errors has no valid figure. */
function checkStatuses({ statuses }: HttpLoadResult, expected: number, target: string): void {
	const others = [...statuses].filter(([status]) => status !== expected);
	if (others.length === 0) return;
	throw new Error(
		`"${target}" must always answer ${expected}: got ${others.map(([status, count]) => `${status} ${count} times`).join(", ")}`,
	);
}

/** @returns The median of each figure, as one measure. */
function medianOf(measures: readonly Measure[]): Measure {
	const of = (key: keyof Measure): number => median(measures.map((one) => one[key]));
	return {
		requestsPerSecond: of("requestsPerSecond"),
		requestsPerCpuSecond: of("requestsPerCpuSecond"),
		p50: of("p50"),
		p99: of("p99"),
	};
}
