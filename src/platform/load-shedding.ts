import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { PROBES } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import { sendProblem } from "./problem.ts";

export interface LoadSheddingOptions {
	/** @returns Mean delay of callbacks in the last second, in milliseconds. */
	readonly loopDelayMs: () => number;
	readonly metrics: Metrics;
}

/** Most visitors leave before this: work for them would delay the other visitors. */
const MAX_DELAY_MS = 1_000;

const RETRY_AFTER_SECONDS = 2;

/** Refuses requests before any work is done for them, while the event loop is too slow. */
export const loadShedding = fp(registerLoadShedding, { name: "load-shedding", fastify: "5.x" });

async function registerLoadShedding(
	service: FastifyInstance,
	{ loopDelayMs, metrics }: LoadSheddingOptions,
): Promise<void> {
	const countRefused = metrics.counter("requests_refused_total", "Requests turned away under load");
	// A callback is faster than a promise for each request.
	service.addHook("onRequest", (request, reply, next) => {
		if (loopDelayMs() <= MAX_DELAY_MS || PROBES.has(request.url)) return next();
		countRefused();
		reply.header("retry-after", RETRY_AFTER_SECONDS);
		sendProblem(reply, 503, "The server is overloaded: try again in a moment");
	});
}
