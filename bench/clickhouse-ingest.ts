/**
 * Measures what a ClickHouse beside the file costs ingest, in turns with a service that has none,
 * and whether its events arrive there as quickly as they come in.
 *
 *     CLICKHOUSE_URL=http://default@127.0.0.1:8123/ingest node bench/clickhouse-ingest.ts
 */

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
// The first round of each warms it up.
for (let round = 0; round <= ROUNDS; round += 1) {
	const bodies = Array.from({ length: 25_000 }, (_, index) => pageViewBody(index));
	const load = { path: "/e/", connections: 64, durationMs: DURATION_MS, bodies };
	const without = await loadEvents({ ...load, port: portOf(plain) });
	const withClickHouse = await loadEvents({ ...load, port: portOf(shipping) });
	await untilShipped();
	if (round > 0) shares.push(withClickHouse.requestsPerSecond / without.requestsPerSecond);
	const [one, other] = [withClickHouse, without].map((of) => Math.round(of.requestsPerSecond));
	console.log(`single posts: ${one} a second with ClickHouse, ${other} without`);
}
console.log(`single posts: ${(100 * median(shares)).toFixed(0)} % of what it is without`);

const bodies = Array.from({ length: 2_000 }, () => pageViewBatchBody(BATCH_SIZE));
const start = performance.now();
const { requestsPerSecond } = await loadEvents({
	...{ path: "/batch/", connections: 8, durationMs: DURATION_MS, bodies, port: portOf(shipping) },
});
const left = await waiting();
const offered = (performance.now() - start) / 1_000;
await untilShipped();
const arrived = (performance.now() - start) / 1_000;
const rate = requestsPerSecond * BATCH_SIZE;
console.log(
	`batches: ${rate.toFixed(0)} events a second came in and ${left} waited; ${((rate * offered) / arrived).toFixed(0)} a second arrived`,
);
await Promise.all([plain, shipping].map((service) => service.kill("SIGTERM")));
await rm(folder, { recursive: true });

function portOf({ url }: AnalyticsProcess): number {
	return Number(new URL(url).port);
}

async function waiting(): Promise<number> {
	const metrics = await (await fetch(`${shipping.url}/metrics`)).text();
	return Number(/^analytics_clickhouse_waiting_events (\d+)$/m.exec(metrics)?.[1]);
}

async function untilShipped(): Promise<void> {
	while ((await waiting()) > 0) await setTimeout(100);
}
