import { expect, test } from "vitest";
import { Metrics } from "../../src/platform/metrics.ts";

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
