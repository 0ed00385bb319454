import type { FastifyBaseLogger } from "fastify";
import type { Metrics } from "../../platform/observability/metrics.ts";

/** A response that was sent. */
export interface GivenAnswer {
	/** Below the base path; absent for a path outside of it, or an unreadable path. */
	readonly path: string | undefined;
	/** The path as the client sent it. */
	readonly sentPath: string;
	readonly status: number;
	readonly method: string;
	readonly userAgent: string | undefined;
	readonly durationMs: number;
	/** Whether the response came from the answer cache. */
	readonly isKept: boolean;
}

/** @param bindings Log fields that the logger does not add itself. */
export type AnswerRecorder = (
	answer: GivenAnswer,
	log: Pick<FastifyBaseLogger, "info">,
	bindings?: object,
) => void;

/** Histogram bounds in seconds, from cached answers to slow ones. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts responses by kind of route and by class of status, and logs method, path, status and duration.
 * Omits query strings, addresses and user agents, so that operators can store the log without storing
 * personal data.
 */
export function createAnswerRecorder(
	metrics: Metrics,
	note: ((answer: GivenAnswer) => void) | undefined,
): AnswerRecorder {
	const countRequest = metrics.counter("http_requests_total", "Requests by route and status");
	const countKept = metrics.counter("page_cache_hits_total", "Responses from the cache");
	const observe = metrics.histogram(
		"http_request_duration_seconds",
		"Time from the head of a request to the end of its response",
		BOUNDS,
	);
	return (answer, log, bindings) => {
		const { path, sentPath, method, status, durationMs, isKept } = answer;
		const { label, labelsByClass } = labelsOf(path);
		countRequest(labelsByClass[Math.floor(status / 100)]);
		observe(label, durationMs / 1000);
		if (isKept) countKept();
		note?.(answer);
		const roundedMs = Math.round(durationMs * 10) / 10;
		log.info({ ...bindings, method, path: sentPath, status, durationMs: roundedMs }, "Answered");
	};
}

/** Label strings are created once, not for each response. */
type RouteLabels = ReturnType<typeof routeLabels>;

function labelsOf(path: string | undefined): RouteLabels {
	if (path === undefined) return OUTSIDE;
	if (path.endsWith("/_payload.json")) return PAYLOAD;
	return ROUTES.find(([start]) => path.startsWith(start))?.[1] ?? PAGE;
}

function routeLabels(route: string) {
	const label = `route="${route}"`;
	return { label, labelsByClass: CLASSES.map((digit) => `${label},status="${digit}xx"`) };
}

const CLASSES = [0, 1, 2, 3, 4, 5];
const OUTSIDE = routeLabels("outside");
const PAYLOAD = routeLabels("payload");
const PAGE = routeLabels("page");
const PROBE = routeLabels("probe");
const ROUTES: readonly (readonly [start: string, labels: RouteLabels])[] = [
	["/_nuxt/", routeLabels("asset")],
	["/__nuxt_island/", routeLabels("island")],
	["/api/_nuxt_icon/", routeLabels("icon")],
	["/ingest/", routeLabels("ingest")],
	["/healthz", PROBE],
	["/readyz", PROBE],
	["/metrics", PROBE],
];
