import { UNCACHED } from "./http/answer-cases.ts";
import type { CaseResult } from "./http/measure-case.ts";
import type { SiteResult } from "./http/measure-sites.ts";
import type { IngestResult } from "./ingest/measure-ingest.ts";
import type { ProxyResult } from "./proxy/measure-proxy.ts";
import type { PeopleResult } from "./year/measure-people.ts";

/** All groups; a group is absent until it is measured. */
export interface BenchResults {
	/** Machine and date. */
	readonly machine: string;
	/** Factor of the time relative to the machine of the time budgets; absent: 1. */
	readonly slowness?: number;
	readonly answers?: readonly CaseResult[];
	readonly proxy?: readonly ProxyResult[] | undefined;
	readonly sites?: readonly SiteResult[];
	/** Ratio of a first view's scripts to React and its router without the product, in brotli. */
	readonly scriptsShare?: number;
	readonly analytics?: readonly IngestResult[];
	readonly people?: PeopleResult;
}

/** A budget for speed, size or memory, and its measured value. */
export interface BudgetResult {
	readonly name: string;
	readonly measured: number;
	readonly limit: number;
	readonly unit: "%" | "ms" | "MB" | "events/s";
	/** Whether the limit is a minimum or a maximum. */
	readonly bound: "least" | "most";
}

/** Limits from the start to readiness: without stored data, and with stored data. */
const START_MS: Readonly<Record<number, readonly [first: number, stored: number]>> = {
	200: [1_500, 450],
	1000: [3_000, 1_000],
	10000: [20_000, 3_000],
};

/** @returns Every budget of the project that these results cover. */
export function budgetsOf(results: BenchResults): readonly BudgetResult[] {
	return [
		...proxyBudgets(results),
		...answerBudgets(results),
		...siteBudgets(results),
		...scriptBudgets(results),
		...ingestBudgets(results),
		...peopleBudgets(results),
	].map((budget) => onThisMachine(budget, results));
}

/** Scales limits of time, which were set for one machine: a slower machine may take longer. */
function onThisMachine(budget: BudgetResult, { slowness = 1 }: BenchResults): BudgetResult {
	const { limit, unit } = budget;
	if (unit === "ms") return { ...budget, limit: limit * slowness };
	return unit === "events/s" ? { ...budget, limit: limit / slowness } : budget;
}

export function isKept({ measured, limit, bound }: BudgetResult): boolean {
	return bound === "least" ? measured >= limit : measured <= limit;
}

/** Memory in MB after a start with stored data. */
const MEMORY_AT_REST_MB: Readonly<Record<number, number>> = { 200: 110, 1000: 130 };

function answerBudgets({ answers = [] }: BenchResults): readonly BudgetResult[] {
	const shares = answers.flatMap(({ name, coding, baseline, share, goal, cpuShare, cpuGoal }) => {
		const of = `${name}, ${coding}: share of ${baseline?.name}`;
		return [
			...(goal && share ? [least(of, share * 100, goal * 100, "%")] : []),
			...(cpuGoal && cpuShare ? [least(`${of}, by CPU`, cpuShare * 100, cpuGoal * 100, "%")] : []),
		];
	});
	const [identity, br] = ["identity", "br"].map((coding) =>
		answers.find((answer) => answer.name === UNCACHED && answer.coding === coding),
	);
	if (identity === undefined || br === undefined) return shares;
	const rates = br.product.requestsPerSecond / identity.product.requestsPerSecond;
	return [...shares, least(`${UNCACHED}, br: share of identity`, rates * 100, 50, "%")];
}

function proxyBudgets({ proxy = [] }: BenchResults): readonly BudgetResult[] {
	return proxy.flatMap(({ name, protocol, baseline, share, cpuShare }) => {
		const of = `${name} through Caddy, ${protocol}: share of ${baseline.name}`;
		return [least(of, share * 100, 90, "%"), least(`${of}, by CPU`, cpuShare * 100, 90, "%")];
	});
}

function siteBudgets({ sites = [] }: BenchResults): readonly BudgetResult[] {
	return sites.flatMap(({ pages, firstReadyMs, readyMs, memoryAtRestMb }) => {
		const [first = Number.NaN, stored = Number.NaN] = START_MS[pages] ?? [];
		const of = `of ${pages.toLocaleString("en-US")} pages`;
		const memoryLimit = MEMORY_AT_REST_MB[pages];
		return [
			most(`first start ${of}, nothing stored`, firstReadyMs, first, "ms"),
			most(`start ${of}, with what is stored`, readyMs, stored, "ms"),
			...(memoryLimit === undefined
				? []
				: [most(`memory at rest ${of}`, memoryAtRestMb, memoryLimit, "MB")]),
		];
	});
}

function scriptBudgets({ scriptsShare }: BenchResults): readonly BudgetResult[] {
	if (scriptsShare === undefined) return [];
	return [
		most("first-load JavaScript: share of React and its router", scriptsShare * 100, 140, "%"),
	];
}

function ingestBudgets({ analytics = [] }: BenchResults): readonly BudgetResult[] {
	return analytics.map(({ name, eventsPerSecond, batchesOf }) =>
		least(name, eventsPerSecond, batchesOf === 1 ? 4_000 : 10_000, "events/s"),
	);
}

/** Limits of questions about people while page views arrive. */
const QUESTION_MS: Readonly<Record<string, number>> = {
	"overview of 30 days with people": 150,
	"overview of 12 months with people": 600,
	"overview of 30 days": 150,
	"overview of 12 months": 600,
	"people of 30 days": 60,
	"people of 30 days with a filter": 80,
	"people of 30 days with a filter on a property": 120,
	"people by referrer over 30 days": 200,
	"people by page over 30 days": 200,
	"funnel of three steps over 30 days": 100,
	"funnel of three steps over a year": 700,
	"retention by week over 12 weeks": 100,
	"paths over 30 days": 300,
};

function peopleBudgets({ people }: BenchResults): readonly BudgetResult[] {
	if (people === undefined) return [];
	const { questions, ingest, peakMemoryMb, sealSeconds, clickHouseMs = {} } = people;
	const { batchesOf, eventsPerSecond, singlesP99Ms } = ingest;
	return [
		...questions.map(({ name, times, p50Ms, p95Ms }) => {
			const limit = QUESTION_MS[name] ?? Number.NaN;
			// The p95 of a few answers is the slowest answer.
			return times < 20
				? most(`${name}, median`, p50Ms, limit, "ms")
				: most(`${name}, p95`, p95Ms, limit, "ms");
		}),
		...questions.flatMap(({ name, p50Ms }) => {
			const other = clickHouseMs[name];
			return other === undefined
				? []
				: [most(`${name}: share of ClickHouse`, (p50Ms / other) * 100, 100, "%")];
		}),
		...(sealSeconds === undefined
			? []
			: [
					most(
						"first start until ten million events are sealed",
						sealSeconds * 1_000,
						60_000,
						"ms",
					),
				]),
		least(
			`batches of ${batchesOf} page views into a year of them`,
			eventsPerSecond,
			8_000,
			"events/s",
		),
		most("single page views meanwhile, p99", singlesP99Ms, 150, "ms"),
		most("memory with a year of people at most", peakMemoryMb, 400, "MB"),
	];
}

function least(
	name: string,
	measured: number,
	limit: number,
	unit: BudgetResult["unit"],
): BudgetResult {
	return { name, measured, limit, unit, bound: "least" };
}

function most(
	name: string,
	measured: number,
	limit: number,
	unit: BudgetResult["unit"],
): BudgetResult {
	return { name, measured, limit, unit, bound: "most" };
}
