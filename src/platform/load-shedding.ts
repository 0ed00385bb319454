import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { PROBES } from "./observability/health.ts";
import type { Metrics } from "./observability/metrics.ts";
import { sendProblem } from "./problem.ts";

declare module "fastify" {
	interface FastifyContextConfig {
		/** Requests to the route are never refused: a queue takes them while the event loop is too slow. */
		readonly isQueued?: boolean;
	}
}

export interface LoadSheddingOptions {
	/** @returns Mean delay of callbacks in the last second, in milliseconds. */
	readonly loopDelayMs: () => number;
	readonly metrics: Metrics;
}

/** Most visitors leave before this delay, so work for them would only delay the others. */
const MAX_DELAY_MS = 1_000;

const RETRY_AFTER_SECONDS = 2;

/** Refuses requests before any work while the event loop is too slow. */
export const loadShedding = fp(registerLoadShedding, { name: "load-shedding", fastify: "5.x" });

async function registerLoadShedding(
	service: FastifyInstance,
	{ loopDelayMs, metrics }: LoadSheddingOptions,
): Promise<void> {
	const countRefused = metrics.counter("requests_refused_total", "Requests turned away under load");
	// A callback is faster than a promise for each request.
	service.addHook("onRequest", (request, reply, next) => {
		if (!isOverloaded(loopDelayMs()) || isExempt(request)) return next();
		countRefused();
		reply.header("retry-after", RETRY_AFTER_SECONDS);
		sendProblem(reply, 503, "The server is overloaded: try again in a moment");
	});
}

/** @param delayMs Mean delay of callbacks, in milliseconds. */
export function isOverloaded(delayMs: number): boolean {
	return delayMs > MAX_DELAY_MS;
}

function isExempt({ url, routeOptions }: FastifyRequest): boolean {
	return PROBES.has(url) || routeOptions.config.isQueued === true;
}

/** Interval of the samples. */
const RESOLUTION_MS = 20;

const WINDOW_MS = 1000;

/** Measures the delay of callbacks, and reports it as metrics. */
export function watchLoopDelay(metrics: Metrics) {
	const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	histogram.enable();
	let meanMs = 0;
	// With at most 50 samples, this is close to the longest pause.
	let p99Ms = 0;
	const timer = setInterval(() => {
		meanMs = waitOf(histogram.mean);
		p99Ms = waitOf(histogram.percentile(99));
		histogram.reset();
	}, WINDOW_MS).unref();
	metrics.gauge(
		"event_loop_delay_seconds",
		"Event-loop delay, mean of the last second",
		() => meanMs / 1000,
	);
	metrics.gauge(
		"event_loop_delay_p99_seconds",
		"Event-loop delay, 99th percentile of the last second",
		() => p99Ms / 1000,
	);
	return {
		/** Delay of the last second. It is a mean, since one long pause should not refuse requests. */
		meanMs: () => meanMs,
		stop(): void {
			clearInterval(timer);
			histogram.disable();
		},
	};
}

/** @param gapNs Time between two samples, in nanoseconds; `NaN` without a sample. */
function waitOf(gapNs: number): number {
	const gapMs = gapNs / 1e6;
	return Number.isFinite(gapMs) ? Math.max(0, gapMs - RESOLUTION_MS) : 0;
}
