import type { FastifyBaseLogger } from "fastify";
import type { Metrics } from "../../platform/observability/metrics.ts";

/** An answer that was given. */
export interface GivenAnswer {
	/** Below the base path; absent for what is outside it, or cannot be read. */
	readonly path: string | undefined;
	/** The path as it was sent. */
	readonly sentPath: string;
	readonly status: number;
	readonly method: string;
	readonly userAgent: string | undefined;
	readonly durationMs: number;
	/** Whether it was sent as it was kept. */
	readonly isKept: boolean;
}

/** @param bindings What the log does not add by itself. */
export type AnswerRecorder = (
	answer: GivenAnswer,
	log: Pick<FastifyBaseLogger, "info">,
	bindings?: object,
) => void;

/** From what is kept ready to what keeps a visitor waiting, in seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts answers by kind of route and by class of status, and writes a line for each: method, path, status
 * and duration. No query string, no address and no user agent, so that a log can be kept without being a
 * record of people.
 */
export function createAnswerRecorder(
	metrics: Metrics,
	note: ((answer: GivenAnswer) => void) | undefined,
): AnswerRecorder {
	const countRequest = metrics.counter("http_requests_total", "Requests by route and status");
	const countKept = metrics.counter("page_cache_hits_total", "Answers that were sent as kept");
	const observe = metrics.histogram(
		"http_request_duration_seconds",
		"From the head of a request to the end of its answer",
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

/** Labels are written once, not for each answer. */
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
