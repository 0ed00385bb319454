import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { PROBLEM_MEDIA_TYPE, problemDetails } from "../../platform/problem.ts";

export interface BackPressureOptions {
	/** @returns Milliseconds that callbacks have waited for lately. */
	readonly delayMs: () => number;
	/** Counts a request that was turned away. */
	readonly onRefused: () => void;
}

/** Visitors who wait longer have left; answering them takes time from those who stay. */
const MAX_DELAY_MS = 1500;

const RETRY_AFTER_SECONDS = 2;

/** Probes must tell an overloaded process from a dead one. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Turns requests away before there is any work in them, while the process cannot keep up. */
export const backPressure = fp(registerBackPressure, { name: "back-pressure", fastify: "5.x" });

async function registerBackPressure(
	site: FastifyInstance,
	{ delayMs, onRefused }: BackPressureOptions,
): Promise<void> {
	// With a callback: a promise for each request would show in a profile.
	site.addHook("onRequest", (request, reply, next) => {
		if (delayMs() <= MAX_DELAY_MS || PROBES.has(request.url)) return next();
		onRefused();
		refuse(reply);
	});
}

function refuse(reply: FastifyReply): void {
	const detail = "The site is busier than it can bear: try again in a moment";
	reply
		.code(503)
		.header("retry-after", RETRY_AFTER_SECONDS)
		.header("cache-control", "no-store")
		.type(PROBLEM_MEDIA_TYPE)
		.send(problemDetails({ status: 503, title: "Service Unavailable", detail }, reply.request.id));
}

/** How often the clock of the loop is read. */
const RESOLUTION_MS = 20;

const WINDOW_MS = 1000;

/** For how many milliseconds callbacks wait, as of the last second. */
export interface LoopDelay {
	/** The mean: one long pause is no overload. */
	readonly delayMs: () => number;
	/** The 99th percentile: with so few samples, hardly less than the longest pause. */
	readonly p99Ms: () => number;
	readonly stop: () => void;
}

/**
 * Measures for how long callbacks wait. Who is turned away is decided by the mean: doing so
 * because of one long pause would be the only thing that anybody notices of it.
 */
export function watchLoopDelay(): LoopDelay {
	const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	histogram.enable();
	let delayMs = 0;
	let p99Ms = 0;
	const timer = setInterval(() => {
		delayMs = waitOf(histogram.mean);
		p99Ms = waitOf(histogram.percentile(99));
		histogram.reset();
	}, WINDOW_MS).unref();
	return {
		delayMs: () => delayMs,
		p99Ms: () => p99Ms,
		stop() {
			clearInterval(timer);
			histogram.disable();
		},
	};
}

/** @param gapNs Between two looks at the clock, in nanoseconds; not a number without a sample. */
function waitOf(gapNs: number): number {
	const gapMs = gapNs / 1e6;
	return Number.isFinite(gapMs) ? Math.max(0, gapMs - RESOLUTION_MS) : 0;
}
