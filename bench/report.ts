import type { CaseResult } from "./http/measure-case.ts";
import type { SiteResult } from "./http/measure-sites.ts";
import type { IngestResult } from "./ingest/measure-ingest.ts";

/** All groups, each absent until it was measured. */
export interface BenchResults {
	/** Where and when. */
	readonly machine: string;
	readonly answers?: readonly CaseResult[];
	readonly sites?: readonly SiteResult[];
	readonly analytics?: readonly IngestResult[];
}

/** The figures as Markdown, as the README and the handbook show them. */
export function renderReport({ machine, answers, sites, analytics }: BenchResults): string {
	const parts = [
		`${machine}. Server and load have one core each; medians of the rounds.`,
		...(answers === undefined ? [] : [answersTable(answers)]),
		...(sites === undefined ? [] : [sitesTable(sites)]),
		...(analytics === undefined ? [] : [analyticsTable(analytics)]),
	];
	return `${parts.join("\n\n")}\n`;
}

/** What has a goal, and how soon a site of each size is ready: the few lines that the README shows. */
export function renderSummary(results: BenchResults): string {
	const { machine, answers = [], sites = [], analytics = [] } = results;
	const rows = [
		...answers.filter(({ goal }) => goal !== undefined).map(answerSummary),
		...analytics.filter(({ goal }) => goal !== undefined).map(analyticsSummary),
		...sites.map((site) => [
			`start with ${count(site.pages)} pages, memory at rest`,
			`${count(site.readyMs)} ms, ${count(site.memoryAtRestMb)} MB`,
			"",
		]),
	];
	return `${table(["On one core", "Measured", "Goal"], rows)}\n\n${machine}.\n`;
}

function answerSummary(result: CaseResult): readonly string[] {
	const { name, coding, product, baseline, share, goal } = result;
	return [
		`${name}, ${coding}`,
		`${count(product.requestsPerSecond)}/s, ${percent(share)} of ${baseline?.name}`,
		percent(goal),
	];
}

function analyticsSummary(result: IngestResult): readonly string[] {
	const { name, eventsPerSecond = 0, baseline, share, goal } = result;
	const beside = baseline === undefined ? "" : `, ${percent(share)} of ${baseline.name}`;
	return [name, `${count(eventsPerSecond)} events/s${beside}`, goalText(goal)];
}

function answersTable(answers: readonly CaseResult[]): string {
	return table(
		[
			"Answer",
			"Status",
			"Coding",
			"Bytes",
			"a second",
			"p50 ms",
			"p99 ms",
			"Beside it, a second",
			"Share",
			"by CPU",
			"Goal",
		],
		answers.map(answerRow),
	);
}

function sitesTable(sites: readonly SiteResult[]): string {
	return table(
		["Pages", "First start, ms", "Start, ms", "MB at rest", "MB after load", "Loop delay p99, ms"],
		sites.map((site) => [
			count(site.pages),
			count(site.firstReadyMs),
			count(site.readyMs),
			count(site.memoryAtRestMb),
			count(site.memoryAfterLoadMb),
			site.delayP99Ms.toFixed(1),
		]),
	);
}

function analyticsTable(analytics: readonly IngestResult[]): string {
	return table(
		[
			"Analytics",
			"Requests a second",
			"Events a second",
			"p50 ms",
			"p99 ms",
			"Beside it, a second",
			"Share",
			"Goal",
		],
		analytics.map(analyticsRow),
	);
}

function analyticsRow(result: IngestResult): readonly string[] {
	const { name, requestsPerSecond, eventsPerSecond, p50, p99, baseline, share, goal } = result;
	return [
		name,
		count(requestsPerSecond),
		eventsPerSecond === undefined ? "" : count(eventsPerSecond),
		p50.toFixed(2),
		p99.toFixed(2),
		baseline === undefined ? "" : `${baseline.name}: ${count(baseline.requestsPerSecond)}`,
		percent(share),
		goalText(goal),
	];
}

function goalText(goal: IngestResult["goal"]): string {
	if (goal === undefined) return "";
	return "share" in goal ? percent(goal.share) : `${count(goal.eventsPerSecond)} events`;
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return [head, head.map(() => "---"), ...rows]
		.map((cells) => `| ${cells.join(" | ")} |`)
		.join("\n");
}

function count(value: number): string {
	return Math.round(value).toLocaleString("en-US");
}

function percent(share: number | undefined): string {
	return share === undefined ? "" : `${Math.round(share * 100)} %`;
}
