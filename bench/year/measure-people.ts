import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { Rounds } from "../http/measure-case.ts";
import type { PinnedProcess } from "../http/pinned-process.ts";
import type { Servers } from "../http/servers.ts";
import { pageViewBatchBody, pageViewBody } from "../ingest/bodies.ts";
import { loadEvents } from "../ingest/load-events.ts";
import { median } from "../median.ts";
import {
	type AskedQuestion,
	AUTHORIZED,
	asking,
	funnelOf,
	measureQuestion,
	type QuestionTimes,
} from "./measure-question.ts";
import { daysOf, lastDays, prepareYear } from "./year-store.ts";

/** Results for a year of page views in which clients identify the visitors. */
export interface PeopleResult {
	readonly views: number;
	readonly questions: readonly QuestionTimes[];
	readonly ingest: {
		readonly batchesOf: number;
		readonly eventsPerSecond: number;
		/** Latency of single page views meanwhile. */
		readonly singlesP99Ms: number;
	};
	/** Maximum memory of the service. */
	readonly peakMemoryMb: number;
	/** Time of the first start until all days are sealed. */
	readonly sealSeconds?: number;
	/** Median of ClickHouse, by name of the question. */
	readonly clickHouseMs?: Readonly<Record<string, number>>;
}

export interface PeopleOptions {
	readonly views: number;
	/** Its store is measured unchanged; without a store, one is written, which takes some minutes. */
	readonly folder: string | undefined;
	readonly rounds: Rounds;
	/** Rate of page views while questions are sent. */
	readonly viewsPerSecond: number;
	/** URL of an empty ClickHouse that answers the same questions; absent: none. */
	readonly clickHouse: string | undefined;
}

const BATCH_SIZE = 100;
const CONNECTIONS = 8;
/**
 * Repetitions of each question in a round, except for the slow one. In five rounds, the slowest twentieth
 * then covers the first two answers of a process, whose code is not compiled yet.
 */
const TIMES_A_ROUND = 12;
/** Factor of the length of an ingest round relative to others: it must include WAL checkpoints. */
const LENGTH = 6;
/** More than one round sends. */
const BATCHES = 500;
const SINGLES = 3_000;
const VIEWS_EACH = 3;

const VISITORS = { kind: "trend", measure: { of: "visitors" } };
const filtersOf = (condition: object) => ({ conditions: [condition] });
const NO_PHONES = filtersOf({ dimension: "device", operator: "is_not", values: ["Mobile"] });
const DARK = filtersOf({ property: "theme", operator: "is", values: ["dark"] });
const PAGE = filtersOf({ dimension: "page", operator: "is", values: ["/guide/page-1"] });
const FUNNEL = funnelOf(3);
const BREAKDOWNS = "page,referrer,country,browser,device,channel";
const OVERVIEWS = [
	["overview of 30 days", 30],
	["overview of 12 months", 365],
] as const;

/** Name, days, question. */
const QUESTIONS = [
	["people of 30 days", 30, VISITORS],
	["people of 30 days with a filter", 30, { ...VISITORS, filters: NO_PHONES }],
	["people of 30 days with a filter on a property", 30, { ...VISITORS, filters: DARK }],
	["people by referrer over 30 days", 30, { ...VISITORS, breakdowns: [{ dimension: "referrer" }] }],
	["people by page over 30 days", 30, { ...VISITORS, breakdowns: [{ dimension: "page" }] }],
	["funnel of three steps over 30 days", 30, FUNNEL],
	["funnel of three steps over a year", 365, FUNNEL],
	["retention by week over 12 weeks", 84, { kind: "retention" }],
	["paths over 30 days", 30, { kind: "paths", anchor: PAGE }],
] as const;

type Asked = Pick<AskedQuestion, "name" | "ask"> & { readonly isOfYear: boolean };

function overviews(suffix = ""): readonly Asked[] {
	return OVERVIEWS.map(([name, days]) => {
		const { from, to } = daysOf(lastDays(days));
		const query = `compare=none&breakdown=${BREAKDOWNS}&limit=10&from=${from}&to=${to}`;
		return {
			name: `${name}${suffix}`,
			isOfYear: days > 100,
			ask: (port) =>
				fetch(`http://127.0.0.1:${port}/api/v1/stats?${query}`, { headers: AUTHORIZED }),
		};
	});
}

const PEOPLE: readonly Asked[] = [
	...overviews(" with people"),
	...QUESTIONS.map(([name, days, question]) => ({
		name,
		isOfYear: days > 100,
		ask: asking({ ...question, ...daysOf(lastDays(days)) }),
	})),
];

export async function measurePeople(
	servers: Servers,
	{ views, folder, rounds, viewsPerSecond, clickHouse }: PeopleOptions,
): Promise<PeopleResult> {
	const dataFolder = folder ?? (await servers.folder());
	const path = prepareYear(dataFolder, views);
	const byClient = { ANALYTICS_VISITORS: "client" };
	const service = await servers.analytics(dataFolder, byClient);
	const sealSeconds = await untilSealed(path);
	const askAll = async (port: number, asked: readonly Asked[]): Promise<QuestionTimes[]> => {
		const measured: QuestionTimes[] = [];
		for (const { isOfYear, ...question } of asked) {
			const times = rounds.count * (isOfYear ? 1 : TIMES_A_ROUND);
			measured.push(await measureQuestion(port, { ...question, times, viewsPerSecond }));
		}
		return measured;
	};
	const ofPeople = await askAll(service.port, PEOPLE);
	const peakMemoryMb = service.peakMemoryMb();
	const ingest = await measureBatches(service, rounds);
	await servers.stop(service);
	const ofNetwork = await servers.analytics(dataFolder);
	const questions = [...ofPeople, ...(await askAll(ofNetwork.port, overviews()))];
	await servers.stop(ofNetwork);
	if (clickHouse === undefined) return { views, sealSeconds, questions, ingest, peakMemoryMb };
	const shipping = { ...byClient, ANALYTICS_CLICKHOUSE_URL: clickHouse };
	const withClickHouse = await servers.analytics(dataFolder, shipping);
	await untilShipped(withClickHouse.port);
	const clickHouseMs: Record<string, number> = {};
	for (const { name, ask } of PEOPLE) {
		const { p50Ms } = await measureQuestion(withClickHouse.port, {
			name,
			ask,
			times: rounds.count,
			viewsPerSecond: 0,
		});
		clickHouseMs[name] = p50Ms;
	}
	await servers.stop(withClickHouse);
	return { views, sealSeconds, questions, ingest, peakMemoryMb, clickHouseMs };
}

/** @returns Seconds until the running service has sealed every day that is over. */
async function untilSealed(path: string): Promise<number> {
	const start = performance.now();
	const database = new DatabaseSync(path, { readOnly: true });
	const due = database.prepare(
		"SELECT count(*) AS days FROM day_stamps WHERE day < (SELECT max(day) FROM day_stamps) AND totals_of IS NULL",
	);
	while (due.get()?.["days"] !== 0) await setTimeout(500);
	database.close();
	return (performance.now() - start) / 1_000;
}

/** Waits until ClickHouse answers questions. */
async function untilShipped(port: number): Promise<void> {
	for (;;) {
		const response = await fetch(`http://127.0.0.1:${port}/metrics`);
		const waiting = /^analytics_clickhouse_waiting_events (\d+)/m.exec(await response.text());
		if (waiting?.[1] === "0") return;
		await setTimeout(1_000);
	}
}

/** Sends batches at the maximum rate, and sequential single page views at the same time. */
async function measureBatches(
	{ port }: PinnedProcess,
	{ count, durationMs }: Rounds,
): Promise<PeopleResult["ingest"]> {
	const load = { port, durationMs: durationMs * LENGTH };
	const measured: { eventsPerSecond: number; p99: number }[] = [];
	// The first round is a warm-up.
	for (let round = 0; round <= count; round += 1) {
		const batches = Array.from({ length: BATCHES }, () =>
			pageViewBatchBody(BATCH_SIZE, VIEWS_EACH),
		);
		const singles = Array.from({ length: SINGLES }, (_, index) => pageViewBody(index));
		const [batch, single] = await Promise.all([
			loadEvents({ ...load, path: "/batch/", connections: CONNECTIONS, bodies: batches }),
			loadEvents({ ...load, path: "/e/", connections: 1, bodies: singles }),
		]);
		if (round === 0) continue;
		measured.push({ eventsPerSecond: batch.requestsPerSecond * BATCH_SIZE, p99: single.p99 });
	}
	return {
		batchesOf: BATCH_SIZE,
		eventsPerSecond: median(measured.map(({ eventsPerSecond }) => eventsPerSecond)),
		singlesP99Ms: median(measured.map(({ p99 }) => p99)),
	};
}
