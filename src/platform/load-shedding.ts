import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { PROBES } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "./problem.ts";

export interface LoadSheddingOptions {
	/** @returns Milliseconds that callbacks have waited for lately. */
	readonly loopDelayMs: () => number;
	readonly metrics: Metrics;
}

/** Visitors who wait longer have left; answering them takes time from those who stay. */
const MAX_DELAY_MS = 1_000;

const RETRY_AFTER_SECONDS = 2;

/** Turns requests away before there is any work in them, while the process cannot keep up. */
export const loadShedding = fp(registerLoadShedding, { name: "load-shedding", fastify: "5.x" });

async function registerLoadShedding(
	service: FastifyInstance,
	{ loopDelayMs, metrics }: LoadSheddingOptions,
): Promise<void> {
	const countRefused = metrics.counter("requests_refused_total", "Requests turned away under load");
	// With a callback: a promise for each request would show in a profile.
	service.addHook("onRequest", (request, reply, next) => {
		if (loopDelayMs() <= MAX_DELAY_MS || PROBES.has(request.url)) return next();
		countRefused();
		refuse(reply);
	});
}

function refuse(reply: FastifyReply): void {
	const detail = "The server is busier than it can bear: try again in a moment";
	reply
		.code(503)
		.header("retry-after", RETRY_AFTER_SECONDS)
		.header("cache-control", "no-store")
		.type(PROBLEM_MEDIA_TYPE)
		.send(problemDetails({ status: 503, title: "Service Unavailable", detail }, reply.request.id));
}
