import type { Rounds } from "../http/measure-case.ts";
import type { PinnedProcess } from "../http/pinned-process.ts";
import type { Servers } from "../http/servers.ts";
import { pageViewBatchBody, pageViewBody } from "../ingest/bodies.ts";
import { loadEvents } from "../ingest/load-events.ts";
import { median } from "../median.ts";
import { asking, funnelOf, measureQuestion, type QuestionTimes } from "./measure-question.ts";
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
}

export interface PeopleOptions {
	readonly views: number;
	/** Its store is measured unchanged; without a store, one is written, which takes some minutes. */
	readonly folder: string | undefined;
	readonly rounds: Rounds;
	/** Rate of page views while questions are sent. */
	readonly viewsPerSecond: number;
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
const NO_PHONES = { conditions: [{ dimension: "device", operator: "is_not", values: ["Mobile"] }] };
const FUNNEL = funnelOf(3);

/** Name, days, question. */
const QUESTIONS = [
	["people of 30 days", 30, VISITORS],
	["people of 30 days with a filter", 30, { ...VISITORS, filters: NO_PHONES }],
	["funnel of three steps over 30 days", 30, FUNNEL],
	["funnel of three steps over a year", 365, FUNNEL],
	["retention by week over 12 weeks", 84, { kind: "retention" }],
] as const;

export async function measurePeople(
	servers: Servers,
	{ views, folder, rounds, viewsPerSecond }: PeopleOptions,
): Promise<PeopleResult> {
	const dataFolder = folder ?? (await servers.folder());
	prepareYear(dataFolder, views);
	const service = await servers.analytics(dataFolder, { ANALYTICS_VISITORS: "client" });
	const questions: QuestionTimes[] = [];
	for (const [name, days, question] of QUESTIONS) {
		const times = days > 100 ? rounds.count : rounds.count * TIMES_A_ROUND;
		const ask = asking({ ...question, ...daysOf(lastDays(days)) });
		questions.push(await measureQuestion(service.port, { name, ask, times, viewsPerSecond }));
	}
	const ingest = await measureBatches(service, rounds);
	const peakMemoryMb = service.peakMemoryMb();
	await servers.stop(service);
	return { views, questions, ingest, peakMemoryMb };
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
