import type { Metrics } from "../../platform/metrics.ts";
import type { WriteOutcome } from "../store/events/new-event.ts";
import type { DropReason, Warning } from "./draft.ts";

/** What capture counts. */
export interface CaptureMetrics {
	readonly written: (outcome: WriteOutcome) => void;
	readonly dropped: (reasons: readonly DropReason[]) => void;
	readonly warned: (warning: Warning) => void;
}

/** @param waitingEvents Read at each scrape. */
export function createCaptureMetrics(
	metrics: Metrics,
	waitingEvents: () => number,
): CaptureMetrics {
	const stored = metrics.counter("analytics_events_stored_total", "Events written to the store");
	const repeated = metrics.counter(
		"analytics_events_repeated_total",
		"Events that had been stored before",
	);
	const dropped = metrics.counter(
		"analytics_events_dropped_total",
		"Events that were not stored, by reason",
	);
	const warned = metrics.counter(
		"analytics_event_warnings_total",
		"Remarkable events that were stored, by cause",
	);
	metrics.gauge("analytics_events_waiting", "Events that wait to be written", waitingEvents);
	return {
		written: (outcome) => {
			stored("", outcome.stored);
			repeated("", outcome.repeated);
		},
		dropped: (reasons) => {
			for (const reason of reasons) dropped(`reason="${reason}"`);
		},
		warned: (warning) => warned(`cause="${warning}"`),
	};
}
