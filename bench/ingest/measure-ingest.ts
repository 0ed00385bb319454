import { join } from "node:path";
import type { Rounds } from "../http/measure-case.ts";
import type { PinnedProcess } from "../http/pinned-process.ts";
import type { Servers } from "../http/servers.ts";
import { getRequest } from "../load/get-request.ts";
import { type HttpLoadResult, loadHttp } from "../load/http-load.ts";
import { median } from "../median.ts";
import { API_KEY, pageViewBatchBody, pageViewBody, serverBatchBody } from "./bodies.ts";
import { loadEvents } from "./load-events.ts";

/** What the analytics service takes in and gives out. */
export interface IngestResult {
	readonly name: string;
	readonly requestsPerSecond: number;
	/** Absent when nothing is stored. */
	readonly eventsPerSecond: number | undefined;
	readonly p50: number;
	readonly p99: number;
	readonly baseline: { readonly name: string; readonly requestsPerSecond: number } | undefined;
	/** Of the baseline's rate, the median over pairs that ran one after the other. */
	readonly share: number | undefined;
	/** A share of the baseline, or events a second. */
	readonly goal: { readonly share: number } | { readonly eventsPerSecond: number } | undefined;
}

type Speed = Pick<HttpLoadResult, "requestsPerSecond" | "p50" | "p99">;

const BATCH_SIZE = 100;
const EVENTS_A_SECOND = 10_000;
const SHARE_OF_BARE = 0.5;

/** Every post waits for the disk, so that there must be many at once; batches are large. */
const SINGLE_CONNECTIONS = 64;
const BATCH_CONNECTIONS = 8;

/** More than are sent in any round: every event is a new one. */
const SINGLES = 25_000;
const BATCHES = 900;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Measures durable ingest: single page views against a bare Fastify route with the same SQLite
 * and the same group commit, in turns; batches; and the figures of a day from what was stored.
 */
export async function measureIngest(
	servers: Servers,
	rounds: Rounds,
): Promise<readonly IngestResult[]> {
	const folder = await servers.folder();
	const service = await servers.analytics(folder);
	const bare = await servers.bareIngest(join(folder, "bare.sqlite"));
	const results = [
		await measureSingles(service, bare, rounds),
		await measureBatches(service, rounds, {
			name: "batches of 100 from a server",
			bodyOf: serverBatchBody,
		}),
		await measureBatches(service, rounds, {
			name: "batches of 100 page views",
			bodyOf: pageViewBatchBody,
		}),
		await measureStats(service, rounds),
	];
	await servers.stop(service);
	await servers.stop(bare);
	return results;
}

async function measureSingles(
	service: PinnedProcess,
	bare: PinnedProcess,
	{ count, durationMs }: Rounds,
): Promise<IngestResult> {
	const ours: Speed[] = [];
	const theirs: Speed[] = [];
	// The first round of each warms it up.
	for (let round = 0; round <= count; round += 1) {
		const bodies = Array.from({ length: SINGLES }, (_, index) => pageViewBody(index));
		const options = { path: "/e/", connections: SINGLE_CONNECTIONS, durationMs, bodies };
		const [their, our] = [
			await loadEvents({ ...options, port: bare.port }),
			await loadEvents({ ...options, port: service.port }),
		];
		if (round === 0) continue;
		theirs.push(their);
		ours.push(our);
	}
	const our = medianOf(ours);
	return {
		name: "single page views",
		...our,
		eventsPerSecond: our.requestsPerSecond,
		baseline: {
			name: "bare Fastify + SQLite",
			requestsPerSecond: medianOf(theirs).requestsPerSecond,
		},
		share: median(
			ours.map((one, round) => one.requestsPerSecond / (theirs[round]?.requestsPerSecond ?? 0)),
		),
		goal: { share: SHARE_OF_BARE },
	};
}

async function measureBatches(
	service: PinnedProcess,
	{ count, durationMs }: Rounds,
	{ name, bodyOf }: { readonly name: string; readonly bodyOf: (size: number) => string },
): Promise<IngestResult> {
	const results: Speed[] = [];
	for (let round = 0; round <= count; round += 1) {
		const bodies = Array.from({ length: BATCHES }, () => bodyOf(BATCH_SIZE));
		const options = { path: "/batch/", connections: BATCH_CONNECTIONS, durationMs, bodies };
		const result = await loadEvents({ ...options, port: service.port });
		if (round > 0) results.push(result);
	}
	const result = medianOf(results);
	return {
		name,
		...result,
		eventsPerSecond: result.requestsPerSecond * BATCH_SIZE,
		baseline: undefined,
		share: undefined,
		goal: { eventsPerSecond: EVENTS_A_SECOND },
	};
}

async function measureStats(
	{ port }: PinnedProcess,
	{ count, durationMs }: Rounds,
): Promise<IngestResult> {
	const from = new Date(Date.now() - DAY_MS).toISOString();
	const target = `/api/v1/stats?from=${from}&to=${new Date(Date.now() + DAY_MS).toISOString()}`;
	const request = getRequest(target, { authorization: `Bearer ${API_KEY}` });
	const results: Speed[] = [];
	for (let round = 0; round <= count; round += 1) {
		const load = { port, requests: [request], connections: 1, durationMs };
		const result = await loadHttp(load);
		const others = [...result.statuses.keys()].filter((status) => status !== 200);
		if (others.length > 0) throw new Error(`Figures must be answered 200: got ${others}`);
		if (round > 0) results.push(result);
	}
	return {
		name: "figures of a day, one after the other",
		...medianOf(results),
		eventsPerSecond: undefined,
		baseline: undefined,
		share: undefined,
		goal: undefined,
	};
}

function medianOf(results: readonly Speed[]): Speed {
	const of = (key: keyof Speed): number => median(results.map((result) => result[key]));
	return {
		requestsPerSecond: of("requestsPerSecond"),
		p50: of("p50"),
		p99: of("p99"),
	};
}
