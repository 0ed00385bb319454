import type { Metrics } from "../../platform/observability/metrics.ts";
import { memoize } from "../store/dictionary/memoize.ts";
import type { WriteOutcome } from "../store/new-event.ts";
import type { StepsResult } from "./run-steps.ts";

/** Metrics of capture. */
export interface CaptureMetrics {
	readonly written: (outcome: WriteOutcome) => void;
	readonly passed: (result: StepsResult) => void;
	readonly timed: (step: string, durationMs: number) => void;
}

/** @param waitingEvents Number of events that wait to be written, read at each scrape. */
export function createCaptureMetrics(
	metrics: Metrics,
	waitingEvents: () => number,
): CaptureMetrics {
	const stored = metrics.counter("analytics_events_stored_total", "Events written to the store");
	const repeated = metrics.counter(
		"analytics_events_repeated_total",
		"Repeated events that the store already had",
	);
	const dropped = metrics.counter(
		"analytics_events_dropped_total",
		"Events that were not stored, by reason",
	);
	const warned = metrics.counter(
		"analytics_event_warnings_total",
		"Stored events with a warning, by cause",
	);
	const stepLabel = memoize((step: string) => `step="${step}"`);
	const seconds = metrics.counter("analytics_step_seconds_total", "Time in each step of ingest");
	metrics.gauge("analytics_events_waiting", "Events that wait to be written", waitingEvents);
	return {
		written: (outcome) => {
			stored("", outcome.stored);
			repeated("", outcome.repeated);
		},
		passed: ({ drops, warnings }) => {
			for (const { cause } of drops) dropped(`reason="${cause}"`);
			for (const { cause } of warnings) warned(`cause="${cause}"`);
		},
		timed: (step, durationMs) => seconds(stepLabel(step), durationMs / 1_000),
	};
}
