import { expect, test } from "vitest";
import { Metrics } from "../../../src/platform/observability/metrics.ts";

test("counters add up under their labels, gauges are read at each scrape", () => {
	const metrics = new Metrics();
	const dropped = metrics.counter("events_dropped_total", "Events refused, by reason");
	let waiting = 1;
	metrics.gauge("events_waiting", "Events not yet written", () => waiting);

	dropped('reason="bot"');
	dropped('reason="bot"', 2);
	dropped('reason="shape"');
	waiting = 7;

	expect(metrics.render()).toBe(
		[
			"# HELP events_dropped_total Events refused, by reason",
			"# TYPE events_dropped_total counter",
			'events_dropped_total{reason="bot"} 3',
			'events_dropped_total{reason="shape"} 1',
			"# HELP events_waiting Events not yet written",
			"# TYPE events_waiting gauge",
			"events_waiting 7",
			"",
		].join("\n"),
	);
});

test("a histogram adds up what is below each bound, by label", () => {
	const metrics = new Metrics();
	const observe = metrics.histogram("duration_seconds", "How long answers took", [0.1, 1]);

	for (const seconds of [0.05, 0.1, 0.5, 2]) observe('route="page"', seconds);

	expect(metrics.render()).toBe(
		[
			"# HELP duration_seconds How long answers took",
			"# TYPE duration_seconds histogram",
			'duration_seconds_bucket{route="page",le="0.1"} 2',
			'duration_seconds_bucket{route="page",le="1"} 3',
			'duration_seconds_bucket{route="page",le="+Inf"} 4',
			'duration_seconds_sum{route="page"} 2.65',
			'duration_seconds_count{route="page"} 4',
			"",
		].join("\n"),
	);
});
