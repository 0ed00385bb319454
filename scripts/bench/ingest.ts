/**
 * Measures durable ingest: single page views against a bare Fastify route with the same
 * SQLite and the same group commit, in turns on the same machine, and batches of a hundred.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_KEY, pageViewBatchBody, pageViewBody, serverBatchBody } from "./ingest/bodies.ts";
import { type LoadResult, runLoad } from "./ingest/load.ts";
import { type ServerProcess, startServer } from "./ingest/server-process.ts";

const ROUNDS = 5;
const DURATION_MS = 3_000;
const CONNECTIONS = 64;
const BATCH_SIZE = 100;

const folder = mkdtempSync(join(tmpdir(), "bench-ingest-"));
const service = await startServer("src/analytics/main.ts", {
	env: (port) => ({
		ANALYTICS_PORT: String(port),
		DATA_DIR: folder,
		POSTHOG_KEY: PROJECT_KEY,
		LOG_LEVEL: "error",
	}),
});
const bare = await startServer("scripts/bench/ingest/bare-route.ts", {
	args: (port) => [join(folder, "bare.sqlite"), String(port)],
});
try {
	await measureSingles();
	await measureBatches("batches of 100 from a server", serverBatchBody);
	await measureBatches("batches of 100 page views", pageViewBatchBody);
	console.log(`memory of the service: ${service.memoryMb().toFixed(0)} MB`);
} finally {
	await Promise.all([service.stop(), bare.stop()]);
	rmSync(folder, { recursive: true });
}

async function measureSingles(): Promise<void> {
	const ours: LoadResult[] = [];
	const theirs: LoadResult[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const bodies = Array.from({ length: 60_000 }, (_, index) => pageViewBody(index));
		theirs.push(await load(bare, bodies));
		ours.push(await load(service, bodies));
	}
	const [our, their] = [medianOf(ours), medianOf(theirs)];
	const share = (100 * our.requestsPerSecond) / their.requestsPerSecond;
	report("bare route, single page views", their);
	report("service, single page views", our);
	console.log(`share of the bare route: ${share.toFixed(0)} %`);
}

async function measureBatches(name: string, bodyOf: (size: number) => string): Promise<void> {
	const results: LoadResult[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const bodies = Array.from({ length: 1_500 }, () => bodyOf(BATCH_SIZE));
		results.push(await load(service, bodies, 8));
	}
	const median = medianOf(results);
	report(name, median);
	console.log(`${name}: ${(median.requestsPerSecond * BATCH_SIZE).toFixed(0)} events/s`);
}

function load(
	{ port }: ServerProcess,
	bodies: readonly string[],
	connections = CONNECTIONS,
): Promise<LoadResult> {
	return runLoad({ port, path: "/e/", connections, durationMs: DURATION_MS, bodies });
}

function medianOf(results: readonly LoadResult[]): LoadResult {
	const sorted = results.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond);
	const median = sorted[Math.floor(sorted.length / 2)];
	if (median === undefined) throw new RangeError("There must be at least one result");
	return median;
}

function report(name: string, { requestsPerSecond, refused, p50, p99 }: LoadResult): void {
	console.log(
		`${name}: ${requestsPerSecond.toFixed(0)} requests/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${refused} refused`,
	);
}
