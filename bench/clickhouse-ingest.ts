/**
 * Measures the cost of ClickHouse beside the file for ingest, in turns with a service without ClickHouse.
 * Also measures whether events arrive there at the rate of ingest. If all processes share few cores, the
 * rates show the cores that ClickHouse leaves; the cost of the service itself is the processor time.
 * Needs Linux.
 *
 *     CLICKHOUSE_URL=http://default@127.0.0.1:8123/ingest node bench/clickhouse-ingest.ts
 */

import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type AnalyticsProcess, startAnalyticsProcess } from "../test/support/analytics-process.ts";
import { PROJECT_KEY, pageViewBatchBody, pageViewBody } from "./ingest/bodies.ts";
import { loadEvents } from "./ingest/load-events.ts";
import { median } from "./median.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const DURATION_MS = Number(process.env["DURATION_MS"] ?? 4_000);
const BATCH_SIZE = 100;

const folder = await mkdtemp(join(tmpdir(), "loggia-bench-"));
const environment = { POSTHOG_KEY: PROJECT_KEY, LOG_LEVEL: "error" };
const plain = await startAnalyticsProcess(join(folder, "plain"), environment);
const shipping = await startAnalyticsProcess(join(folder, "shipping"), {
	...environment,
	ANALYTICS_CLICKHOUSE_URL: process.env["CLICKHOUSE_URL"],
});

const shares: number[] = [];
const postMs: number[] = [];
// The first round warms up both services.
for (let round = 0; round <= ROUNDS; round += 1) {
	const bodies = Array.from({ length: 25_000 }, (_, index) => pageViewBody(index));
	const load = { path: "/e/", connections: 64, durationMs: DURATION_MS, bodies };
	const before = processorMs(plain).main;
	const without = await loadEvents({ ...load, port: portOf(plain) });
	const posts = (without.requestsPerSecond * DURATION_MS) / 1_000;
	if (round > 0) postMs.push((processorMs(plain).main - before) / posts);
	const withClickHouse = await loadEvents({ ...load, port: portOf(shipping) });
	await untilShipped();
	if (round > 0) shares.push(withClickHouse.requestsPerSecond / without.requestsPerSecond);
	const [one, other] = [withClickHouse, without].map((of) => Math.round(of.requestsPerSecond));
	console.log(`single posts: ${one} a second with ClickHouse, ${other} without`);
}
console.log(`single posts: ${(100 * median(shares)).toFixed(0)} % of what it is without`);
console.log(`a single post takes ${(median(postMs) * 1_000).toFixed(0)} µs of the main thread`);

const bodies = Array.from({ length: 2_000 }, () => pageViewBatchBody(BATCH_SIZE));
const start = performance.now();
const { requestsPerSecond } = await loadEvents({
	...{ path: "/batch/", connections: 8, durationMs: DURATION_MS, bodies, port: portOf(shipping) },
});
const left = await waiting();
const offered = (performance.now() - start) / 1_000;
const before = processorMs(shipping);
await untilShipped();
const after = processorMs(shipping);
const arrived = (performance.now() - start) / 1_000;
const rate = requestsPerSecond * BATCH_SIZE;
console.log(
	`batches: ${rate.toFixed(0)} events a second came in and ${left} waited; ${((rate * offered) / arrived).toFixed(0)} a second arrived`,
);
const [main, all] = [after.main - before.main, after.all - before.all].map((ms) =>
	((ms * 1_000) / left).toFixed(0),
);
console.log(`an event that is sent takes ${main} µs of the main thread, ${all} µs of all of them`);
await Promise.all([plain, shipping].map((service) => service.kill("SIGTERM")));
await rm(folder, { recursive: true });

/** Milliseconds of processor time so far, of the main thread and of all threads; resolution 10 ms. */
function processorMs({ child: { pid } }: AnalyticsProcess) {
	const read = (path: string): number => {
		const text = readFileSync(path, "utf8");
		// User and system time follow the name, which is in brackets and may have spaces.
		const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
		return 10 * (Number(fields[11]) + Number(fields[12]));
	};
	return { main: read(`/proc/${pid}/task/${pid}/stat`), all: read(`/proc/${pid}/stat`) };
}

function portOf({ url }: AnalyticsProcess): number {
	return Number(new URL(url).port);
}

async function waiting(): Promise<number> {
	const metrics = await (await fetch(`${shipping.url}/metrics`)).text();
	return Number(/^analytics_clickhouse_waiting_events (\d+)$/m.exec(metrics)?.[1]);
}

async function untilShipped(): Promise<void> {
	while ((await waiting()) > 0) await setTimeout(500);
}
