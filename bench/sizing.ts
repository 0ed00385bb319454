import type { BenchResults } from "./budgets.ts";
import { formatCount, markdownTable } from "./markdown-table.ts";

/** Renders the figures that say how large a machine must be, as Markdown. */
export function renderSizing({
	machine,
	sites = [],
	answers = [],
	analytics = [],
}: BenchResults): string {
	const rateOf = (asked: string, coding: string): number | undefined =>
		answers.find((answer) => answer.name === asked && answer.coding === coding)?.product
			.requestsPerSecond;
	const rates = [
		["responses with a cached page, in Brotli", rateOf("document", "br")],
		[
			"pages rendered for one visitor each",
			rateOf("document, rendered for one visitor", "identity"),
		],
		...analytics.map(
			({ name, eventsPerSecond }) => [`events, as ${name}`, eventsPerSecond] as const,
		),
	] as const;
	return [
		`Measured on ${machine}. The server had one core.`,
		"",
		...markdownTable(
			["Pages", "Memory at rest", "Memory after load", "First start", "Later starts"],
			sites.map(({ pages, memoryAtRestMb, memoryAfterLoadMb, firstReadyMs, readyMs }) => [
				formatCount(pages),
				...[memoryAtRestMb, memoryAfterLoadMb].map((mb) => `${formatCount(mb)} MB`),
				...[firstReadyMs, readyMs].map((ms) => `${(ms / 1000).toFixed(1)} s`),
			]),
		),
		"",
		...markdownTable(
			["One core", "A second"],
			rates.map(([name, rate = Number.NaN]) => [name, formatCount(rate)]),
		),
	].join("\n");
}
