import { type BenchResults, type BudgetResult, budgetsOf, isKept } from "./budgets.ts";
import type { CaseResult } from "./http/measure-case.ts";
import { formatCount, markdownTable } from "./markdown-table.ts";
import type { ProxyResult } from "./proxy/measure-proxy.ts";

/** Renders the results as Markdown: all budgets, then all other figures. */
export function renderReport(results: BenchResults): string {
	const { proxy = [], answers = [], sites = [], analytics = [], people } = results;
	return [
		renderSummary(results),
		tableOf(
			[
				...["Through Caddy, over TLS", "Protocol", "A second", "Caddy, CPU ms", "Node, CPU ms"],
				...["Beside it, a second", "Caddy, CPU ms", "Node, CPU ms", "Share", "By CPU"],
			],
			proxy.map(proxyRow),
		),
		tableOf(
			[
				...["Answer", "Status", "Coding", "Bytes", "A second", "p50 ms", "p99 ms"],
				...["Beside it, a second", "Share", "By CPU"],
			],
			answers.map(answerRow),
		),
		tableOf(
			["Pages", "First start, ms", "Start, ms", "MB at rest", "MB after load"],
			sites.map((site) => [
				...[site.pages, site.firstReadyMs, site.readyMs].map(formatCount),
				...[site.memoryAtRestMb, site.memoryAfterLoadMb].map(formatCount),
			]),
		),
		tableOf(
			["Events", "A second", "p50 ms", "p99 ms", "Share of bare Fastify + SQLite"],
			analytics.map(({ name, eventsPerSecond, p50, p99, share }) => [
				...[name, formatCount(eventsPerSecond), p50.toFixed(2), p99.toFixed(2), percent(share)],
			]),
		),
		tableOf(
			[
				"Question about people",
				"p50 ms",
				"p95 ms",
				"Page views a second meanwhile",
				"Their p99 ms",
				"ClickHouse, p50 ms",
			],
			(people?.questions ?? []).map(({ name, p50Ms, p95Ms, ingest }) => [
				...[name, ...[p50Ms, p95Ms, ingest.perSecond, ingest.p99Ms].map(formatCount)],
				milliseconds(people?.clickHouseMs?.[name]),
			]),
		),
	].join("\n");
}

/** Lists every budget and its measured value. */
function renderSummary(results: BenchResults): string {
	const rows = budgetsOf(results).map(budgetRow);
	const { machine, slowness = 1 } = results;
	return `${tableOf(["Budget", "Limit", "Measured", "Result"], rows)}
${machine}. Server and load have one core each; medians of the rounds. Plain markdown-it with highlight.js takes
${slowness.toFixed(1)} times as long here as where the budgets in milliseconds and events a second were set: their limits are
scaled by that.
`;
}

function budgetRow(budget: BudgetResult): readonly string[] {
	const { name, measured, limit, unit, bound } = budget;
	return [
		name,
		`${bound === "least" ? "≥" : "≤"} ${formatCount(limit)} ${unit}`,
		`${formatCount(measured)} ${unit}`,
		isKept(budget) ? "kept" : "**missed**",
	];
}

function proxyRow(result: ProxyResult): readonly string[] {
	const { name, protocol, product, baseline, share, cpuShare } = result;
	return [
		...[name, protocol, formatCount(product.requestsPerSecond)],
		...[product.proxyMs.toFixed(3), product.serverMs.toFixed(3)],
		`${baseline.name}: ${formatCount(baseline.requestsPerSecond)}`,
		...[baseline.proxyMs.toFixed(3), baseline.serverMs.toFixed(3)],
		...[share, cpuShare].map(percent),
	];
}

function answerRow(result: CaseResult): readonly string[] {
	const { name, status, coding, bytes, product, baseline, share, cpuShare } = result;
	return [
		...[name, String(status), coding, formatCount(bytes), formatCount(product.requestsPerSecond)],
		...[product.p50.toFixed(2), product.p99.toFixed(2)],
		baseline === undefined ? "" : `${baseline.name}: ${formatCount(baseline.requestsPerSecond)}`,
		...[share, cpuShare].map(percent),
	];
}

/** @returns A table with a final line break; empty for a group that was not measured. */
function milliseconds(measured: number | undefined): string {
	return measured === undefined ? "" : formatCount(measured);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return markdownTable(head, rows)
		.map((line) => `${line}\n`)
		.join("");
}

function percent(share: number | undefined): string {
	return share === undefined ? "" : `${Math.round(share * 100)} %`;
}
