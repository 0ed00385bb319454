import { join } from "node:path";
import type { Rounds } from "../http/measure-case.ts";
import type { PinnedProcess } from "../http/pinned-process.ts";
import type { Servers } from "../http/servers.ts";
import type { HttpLoadResult } from "../load/http-load.ts";
import { median } from "../median.ts";
import { pageViewBatchBody, pageViewBody } from "./bodies.ts";
import { loadEvents } from "./load-events.ts";

/** Ingest rate of the analytics service. */
export interface IngestResult {
	readonly name: string;
	/** Number of events in a request. */
	readonly batchesOf: number;
	readonly eventsPerSecond: number;
	readonly p50: number;
	readonly p99: number;
	/**
	 * Share of the bare route's rate: the median over consecutive pairs. It has no limit: with a fast processor
	 * both servers wait for the same group commit, and with a fast disk the processor decides.
	 */
	readonly share: number | undefined;
}

const BATCH_SIZE = 100;

/** Every single post waits for the disk, so many must run at once; batches are large. */
const SINGLE_CONNECTIONS = 64;
const BATCH_CONNECTIONS = 8;

/** Factor of the round's length relative to others: the service takes seconds to compile its code. */
const LENGTH = 3;

/** More than one round sends, since every event must be new. */
const SINGLES = 25_000;
const BATCHES = 900;

/**
 * Measures durable ingest: single page views in turns with a bare Fastify route that has the same SQLite
 * and the same group commit, and batches.
 */
export async function measureIngest(
	servers: Servers,
	rounds: Rounds,
): Promise<readonly IngestResult[]> {
	const [count, durationMs] = [rounds.count, rounds.durationMs * LENGTH];
	const folder = await servers.folder();
	const service = await servers.analytics(folder);
	const bare = await servers.bareIngest(join(folder, "bare.sqlite"));
	const singles: HttpLoadResult[] = [];
	const bareSingles: HttpLoadResult[] = [];
	const batches: HttpLoadResult[] = [];
	// The first round warms up both servers.
	for (let round = 0; round <= count; round += 1) {
		const bodies = Array.from({ length: SINGLES }, (_, index) => pageViewBody(index));
		const single = { path: "/e/", connections: SINGLE_CONNECTIONS, durationMs, bodies };
		const bareSingle = await loadEvents({ ...single, port: bare.port });
		const ours = await loadEvents({ ...single, port: service.port });
		const batch = await loadBatches(service, durationMs);
		if (round === 0) continue;
		bareSingles.push(bareSingle);
		singles.push(ours);
		batches.push(batch);
	}
	await servers.stop(service);
	await servers.stop(bare);
	const shares = singles.map(
		(one, round) => one.requestsPerSecond / (bareSingles[round]?.requestsPerSecond ?? 0),
	);
	return [
		{ ...summaryOf("single page views", singles, 1), share: median(shares) },
		summaryOf("batches of 100 page views", batches, BATCH_SIZE),
	];
}

function loadBatches({ port }: PinnedProcess, durationMs: number): Promise<HttpLoadResult> {
	const bodies = Array.from({ length: BATCHES }, () => pageViewBatchBody(BATCH_SIZE));
	return loadEvents({ path: "/batch/", connections: BATCH_CONNECTIONS, durationMs, bodies, port });
}

function summaryOf(
	name: string,
	results: readonly HttpLoadResult[],
	batchesOf: number,
): IngestResult {
	const of = (key: "requestsPerSecond" | "p50" | "p99"): number =>
		median(results.map((result) => result[key]));
	return {
		name,
		batchesOf,
		eventsPerSecond: of("requestsPerSecond") * batchesOf,
		p50: of("p50"),
		p99: of("p99"),
		share: undefined,
	};
}
