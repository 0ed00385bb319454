import type { Rounds } from "../http/measure-case.ts";
import type { PinnedProcess } from "../http/pinned-process.ts";
import type { Servers } from "../http/servers.ts";
import { pageViewBatchBody, pageViewBody } from "../ingest/bodies.ts";
import { loadEvents } from "../ingest/load-events.ts";
import { median } from "../median.ts";
import { asking, funnelOf, measureQuestion, type QuestionTimes } from "./measure-question.ts";
import { daysOf, lastDays, prepareYear } from "./year-store.ts";

/** A year of page views, in which clients say who the visitors are. */
export interface PeopleResult {
	readonly views: number;
	readonly questions: readonly QuestionTimes[];
	readonly ingest: {
		readonly batchesOf: number;
		readonly eventsPerSecond: number;
		/** Of single page views meanwhile. */
		readonly singlesP99Ms: number;
	};
	/** The most that the service has taken. */
	readonly peakMemoryMb: number;
}

export interface PeopleOptions {
	readonly views: number;
	/** With a store, which is measured as it is; absent: one is written, which takes some minutes. */
	readonly folder: string | undefined;
	readonly rounds: Rounds;
	/** How many come in while questions are asked. */
	readonly viewsPerSecond: number;
}

const BATCH_SIZE = 100;
const CONNECTIONS = 8;
/**
 * Each question is asked so often in a round, except for the one that takes long. The slowest twentieth
 * of five rounds then has room for the first two answers of a process, whose code is not compiled yet.
 */
const TIMES_A_ROUND = 12;
/** A round of ingest is so many times as long as others: it has copies of the log in it. */
const LENGTH = 6;
/** More than are sent in a round. */
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

/** Batches as fast as they are answered, with single page views one after another beside them. */
async function measureBatches(
	{ port }: PinnedProcess,
	{ count, durationMs }: Rounds,
): Promise<PeopleResult["ingest"]> {
	const load = { port, durationMs: durationMs * LENGTH };
	const measured: { eventsPerSecond: number; p99: number }[] = [];
	// The first round warms it up.
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
