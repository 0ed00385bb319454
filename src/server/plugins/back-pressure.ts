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

/** Whoever waits longer for a page has left; answering them takes the time of those who stay. */
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

/**
 * Measures for how long callbacks wait, as the mean of about a second: one long pause is no
 * overload, and turning people away because of it would be the only thing they notice.
 */
export function watchLoopDelay(): { readonly delayMs: () => number; readonly stop: () => void } {
	const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	histogram.enable();
	let delayMs = 0;
	const timer = setInterval(() => {
		// In nanoseconds; without a sample there is no mean.
		const meanMs = histogram.mean / 1e6;
		delayMs = Number.isFinite(meanMs) ? Math.max(0, meanMs - RESOLUTION_MS) : 0;
		histogram.reset();
	}, WINDOW_MS).unref();
	return {
		delayMs: () => delayMs,
		stop() {
			clearInterval(timer);
			histogram.disable();
		},
	};
}
