import { VERSION } from "./version.ts";

/** A number that the service reports under a fixed name; labels are fixed too, so nothing grows. */
interface Metric {
	readonly kind: "counter" | "gauge";
	readonly help: string;
	readonly read: () => ReadonlyMap<string, number>;
}

/**
 * Counters and gauges in Prometheus' text format.
 *
 * Label values are chosen by the code, never taken from a request: a flood of unknown
 * paths must not grow the process.
 *
 * @example
 * const countRefused = metrics.counter("requests_refused_total", "Requests turned away under load");
 * countRefused();
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export class Metrics {
	readonly #metrics = new Map<string, Metric>();

	/** @returns A function that adds to the counter; `label` is like `reason="bot"`, or empty. */
	counter(name: string, help: string): (label?: string, amount?: number) => void {
		const values = new Map<string, number>();
		this.#metrics.set(name, { kind: "counter", help, read: () => values });
		return (label = "", amount = 1) => {
			values.set(label, (values.get(label) ?? 0) + amount);
		};
	}

	/** Registers a value that is read at each scrape. */
	gauge(name: string, help: string, read: () => number): void {
		this.#metrics.set(name, { kind: "gauge", help, read: () => new Map([["", read()]]) });
	}

	/** Registers a fact that is in the label, such as `version="0.2.0"`. */
	info(name: string, help: string, label: string): void {
		this.#metrics.set(name, { kind: "gauge", help, read: () => new Map([[label, 1]]) });
	}

	/** Registers what every Node process has to tell: version, memory, uptime. */
	processGauges(process: Pick<NodeJS.Process, "memoryUsage" | "uptime">): void {
		this.info("loggia_info", "The version that runs", `version="${VERSION}"`);
		this.gauge("process_resident_memory_bytes", "Resident memory in bytes", () =>
			process.memoryUsage.rss(),
		);
		this.gauge("process_uptime_seconds", "Seconds since the process started", () =>
			process.uptime(),
		);
	}

	/** @returns Every metric, in the order of registration. */
	render(): string {
		return [...this.#metrics].map(([name, metric]) => renderMetric(name, metric)).join("");
	}
}

export const METRICS_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

function renderMetric(name: string, { kind, help, read }: Metric): string {
	const samples = [...read()].map(
		([label, value]) => `${name}${label === "" ? "" : `{${label}}`} ${value}\n`,
	);
	return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${samples.join("")}`;
}
