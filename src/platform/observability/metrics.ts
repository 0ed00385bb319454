import { once } from "node:events";
import { statfs } from "node:fs/promises";
import type { Server, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { isOfThisMachine } from "../address-list.ts";
import { createServer } from "../node-http.ts";
import { VERSION } from "../version.ts";

/** A number with a fixed name and fixed labels, so that memory does not grow. */
interface Metric {
	readonly kind: "counter" | "gauge" | "histogram";
	readonly help: string;
	/** Returns values by label; the keys of a histogram start with the suffix of the name. */
	readonly read: () => ReadonlyMap<string, number>;
}

/**
 * Counters, gauges and histograms in Prometheus' text format.
 *
 * Label values must come from the code, never from a request: many unknown paths would fill the
 * memory of the process.
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

	/**
	 * @param bounds Upper bounds of the buckets, ascending.
	 * @returns A function that adds an observation; `label` is like `route="page"`.
	 */
	histogram(
		name: string,
		help: string,
		bounds: readonly number[],
	): (label: string, value: number) => void {
		const observations = new Map<string, Observations>();
		const read = (): ReadonlyMap<string, number> =>
			new Map([...observations].flatMap(([label, one]) => samplesOf(label, one, bounds)));
		this.#metrics.set(name, { kind: "histogram", help, read });
		return (label, value) => {
			let one = observations.get(label);
			if (one === undefined) {
				one = { counts: bounds.map(() => 0), count: 0, sum: 0 };
				observations.set(label, one);
			}
			const bucket = bounds.findIndex((bound) => value <= bound);
			if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
			one.count += 1;
			one.sum += value;
		};
	}

	/** Registers a value that is read at each scrape. */
	gauge(name: string, help: string, read: () => number): void {
		this.#metrics.set(name, { kind: "gauge", help, read: () => new Map([["", read()]]) });
	}

	/**
	 * Registers the metrics of every service: version, memory, start, and its disk.
	 *
	 * @param dataFolder The folder on the disk.
	 */
	processGauges(dataFolder: string): void {
		const version = new Map([[`version="${VERSION}"`, 1]]);
		const help = "The running version";
		this.#metrics.set("loggia_info", { kind: "gauge", help, read: () => version });
		this.gauge("process_resident_memory_bytes", "Resident memory in bytes", () =>
			process.memoryUsage.rss(),
		);
		this.gauge("process_uptime_seconds", "Seconds since the process started", () =>
			process.uptime(),
		);
		const startedAt = Date.now() / 1000 - process.uptime();
		this.gauge("process_start_time_seconds", "Start of the process", () => startedAt);
		this.#diskGauges(dataFolder);
	}

	/** Each scrape gets the figures of the last one that the disk has answered, since a disk may hang. */
	#diskGauges(folder: string): void {
		let disk = { bsize: 0, blocks: 0, bavail: 0 };
		const look = (): void => {
			statfs(folder).then(
				(found) => {
					disk = found;
				},
				// The folder may not exist yet.
				() => undefined,
			);
		};
		look();
		this.gauge("data_disk_bytes", "Size of the data folder's disk", () => {
			look();
			return disk.bsize * disk.blocks;
		});
		this.gauge(
			"data_disk_free_bytes",
			"Free space on the data folder's disk",
			() => disk.bsize * disk.bavail,
		);
	}

	/** @returns Every metric, in the order of registration. */
	render(): string {
		return [...this.#metrics].map(([name, metric]) => renderMetric(name, metric)).join("");
	}
}

interface Observations {
	/** Observations by bucket, not cumulative. */
	readonly counts: number[];
	count: number;
	sum: number;
}

function samplesOf(
	label: string,
	{ counts, count, sum }: Observations,
	bounds: readonly number[],
): readonly (readonly [string, number])[] {
	let below = 0;
	const buckets = counts.map((inBucket, index) => {
		below += inBucket;
		return [`_bucket{${label},le="${bounds[index]}"}`, below] as const;
	});
	return [
		...buckets,
		[`_bucket{${label},le="+Inf"}`, count],
		[`_sum{${label}}`, sum],
		[`_count{${label}}`, count],
	];
}

const METRICS_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

function renderMetric(name: string, { kind, help, read }: Metric): string {
	const samples = [...read()].map(([label, value]) => {
		const rest = label === "" || kind === "histogram" ? label : `{${label}}`;
		return `${name}${rest} ${value}\n`;
	});
	return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${samples.join("")}`;
}

/** Serves `/metrics` on the main port, only for requests from this machine that no proxy forwarded. */
export const metricsEndpoint = fp(registerMetrics, { name: "metrics-endpoint", fastify: "5.x" });

async function registerMetrics(
	service: FastifyInstance,
	{ metrics }: { readonly metrics: Metrics },
): Promise<void> {
	service.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
		if (!isOfThisMachine(request.raw)) return reply.callNotFound();
		return reply
			.type(METRICS_MEDIA_TYPE)
			.header("cache-control", "no-store")
			.send(metrics.render());
	});
}

/** Handlers by path. Each returns JSON for operators, or `undefined` if the query has no result. */
type OperatorPages = Readonly<
	Record<string, (query: URLSearchParams) => Promise<string | undefined>>
>;

/**
 * Serves `/metrics` and the pages of operators on a separate port, whose network the operator controls.
 *
 * @throws {Error} When the port is taken.
 */
export async function listenForMetrics(
	metrics: Metrics,
	address: { readonly host: string; readonly port: number },
	pages: OperatorPages = {},
): Promise<Server> {
	const server = createServer(({ url = "/" }, response) => {
		answer(url, response).catch(() => response.destroy());
	});
	// The server must not keep the process alive.
	server.unref().listen(address);
	await once(server, "listening");
	return server;

	async function answer(url: string, response: ServerResponse): Promise<void> {
		const [path = "", query] = url.split("?", 2);
		const page = await pages[path]?.(new URLSearchParams(query));
		const body = path === "/metrics" ? metrics.render() : page;
		response.statusCode = body === undefined ? 404 : 200;
		response.setHeader("cache-control", "no-store");
		response.setHeader("content-type", mediaTypeOf(path, body));
		response.end(body ?? "There is nothing here\n");
	}
}

function mediaTypeOf(path: string, body: string | undefined): string {
	if (body === undefined) return "text/plain";
	return path === "/metrics" ? METRICS_MEDIA_TYPE : "application/json; charset=utf-8";
}
