import type { CaseResult } from "./http/measure-case.ts";
import type { SiteResult } from "./http/measure-sites.ts";

export interface BenchResults {
	readonly machine: string;
	readonly answers: readonly CaseResult[];
	readonly sites: readonly SiteResult[];
}

/** The figures as Markdown, as the README shows them. */
export function renderReport({ machine, answers, sites }: BenchResults): string {
	return [
		`${machine}. Server and load have one core each; medians of the rounds.`,
		"",
		...table(
			[
				"Answer",
				"Status",
				"Coding",
				"Bytes",
				"a second",
				"p50 ms",
				"p99 ms",
				"Beside it",
				"Share",
				"by CPU",
				"Goal",
			],
			answers.map(answerRow),
		),
		"",
		...table(
			["Pages", "first start ms", "start ms", "MB at rest", "MB after load", "delay p99 ms"],
			sites.map((site) => [
				count(site.pages),
				count(site.firstReadyMs),
				count(site.readyMs),
				count(site.memoryAtRestMb),
				count(site.memoryAfterLoadMb),
				site.delayP99Ms.toFixed(1),
			]),
		),
		"",
	].join("\n");
}

function answerRow(result: CaseResult): readonly string[] {
	const { name, status, coding, bytes, product, baseline, share, cpuShare, goal } = result;
	return [
		name,
		String(status),
		coding,
		count(bytes),
		count(product.requestsPerSecond),
		product.p50.toFixed(2),
		product.p99.toFixed(2),
		baseline === undefined ? "" : `${baseline.name}: ${count(baseline.requestsPerSecond)}`,
		percent(share),
		percent(cpuShare),
		percent(goal),
	];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function count(value: number): string {
	return Math.round(value).toLocaleString("en-US");
}

function percent(share: number | undefined): string {
	return share === undefined ? "" : `${Math.round(share * 100)} %`;
}
