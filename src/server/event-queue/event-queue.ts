import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { logFailure } from "../../platform/observability/log-failure.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import {
	type Delivery,
	type DeliveryAnswer,
	isAcknowledged,
	packDelivery,
	senderOf,
	UNKNOWN_SENDER,
	unpackDelivery,
} from "./delivery.ts";
import { type QueueFile, QueueFiles } from "./queue-files.ts";

export interface EventQueueOptions {
	/** Absolute; replicas may share it. */
	readonly folder: string;
	readonly maxBytes: number;
	/** Sends a request to the service. @throws {Error} When there is no answer. */
	readonly deliver: (delivery: Delivery) => Promise<DeliveryAnswer>;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

const BACKOFF_MS = { first: 250, longest: 10_000 };

/** Interval of checks for files of replicas that have ended. */
const LOOK_EVERY_MS = 15_000;

/** Takes some megabytes of memory. Requests beyond it are sent without their visitor. */
const MAX_SENDERS = 50_000;

/** After this time, the analytics service has destroyed its salts and cannot count visitors. */
const SENDER_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** A proxy answers with these because of one request; the next request may pass. */
const ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([400, 411, 413, 414, 415, 422, 431]);

type Counter = ReturnType<Metrics["counter"]>;

interface Sender {
	readonly headers: IncomingHttpHeaders;
	/** Milliseconds of a monotonic clock. */
	readonly sinceMs: number;
}

/**
 * Stores requests with events on the disk while the analytics service is away, and sends them in
 * the order of their arrival. Only the service's own verdict removes a request.
 *
 * Requests survive the process; their senders stay in memory and do not survive. Two replicas may
 * send the same request; its id makes the service store it once.
 */
export class EventQueue {
	readonly now: EventQueueOptions["now"];
	readonly deliver: EventQueueOptions["deliver"];
	readonly #options: EventQueueOptions;
	readonly #files: QueueFiles;
	/** By file name. */
	readonly #senders = new Map<string, Sender>();
	readonly #closing = new AbortController();
	readonly #count: Readonly<Record<"kept" | "refused" | "unfinished", Counter>>;
	#bytes = 0;
	#length = 0;
	#unreadable = 0;
	#newer: readonly { readonly name: string; readonly files: number }[] = [];
	#wake = Promise.withResolvers<void>();
	#running: Promise<void> = Promise.resolve();

	constructor(options: EventQueueOptions) {
		const { metrics } = options;
		this.#options = options;
		this.now = options.now;
		this.deliver = options.deliver;
		this.#files = new QueueFiles(options.folder);
		this.#count = {
			kept: metrics.counter(
				"ingest_queue_kept_total",
				"Requests with events that were stored while the analytics service was unreachable",
			),
			refused: metrics.counter(
				"ingest_queue_refused_total",
				"Stored requests that the analytics service has refused",
			),
			unfinished: metrics.counter(
				"ingest_queue_unfinished_total",
				"Removed incomplete files of killed processes; their events were never acknowledged",
			),
		};
		metrics.gauge("ingest_queue_requests", "Requests in the queue", () => this.#length);
		metrics.gauge("ingest_queue_bytes", "Bytes in the queue", () => this.#bytes);
		metrics.gauge(
			"ingest_queue_damaged_files",
			"Files of the queue that cannot be read, most of them in event-queue/damaged",
			() => this.#unreadable,
		);
		metrics.gauge(
			"ingest_queue_newer_files",
			"Files that a newer version of the site has queued; the next upgrade sends them",
			() => this.#newer.reduce((sum, { files }) => sum + files, 0),
		);
	}

	/** Whether a request may be sent immediately without overtaking another one. */
	get isEmpty(): boolean {
		return this.#length === 0;
	}

	/** A problem that the operator must check, as a sentence; `undefined` without one. */
	get problem(): string | undefined {
		const problems = [
			...(this.#unreadable === 0
				? []
				: [
						`${this.#unreadable} files of the event queue cannot be read: they are in "event-queue" of the data folder, and "./loggia retry-events" tries them again`,
					]),
			...this.#newer.map(
				({ name, files }) =>
					`${files} files in "${name}" of the data folder are events that a newer version has queued: the next upgrade sends them`,
			),
		];
		return problems.length === 0 ? undefined : problems.join("; ");
	}

	/** Starts sending the requests of this process and of earlier ones. */
	start(): void {
		const { log } = this.#options;
		const renewing = setInterval(() => {
			if (this.#length === 0) return;
			this.#files.renewLease().catch(logFailure(log, "The lease cannot be renewed"));
		}, LOOK_EVERY_MS).unref();
		this.#closing.signal.addEventListener("abort", () => clearInterval(renewing));
		this.#running = this.#run();
	}

	/** @returns Whether the request is on the disk; `false` when there is no room. */
	async add(delivery: Delivery): Promise<boolean> {
		const content = packDelivery(delivery);
		if (this.#bytes + content.length > this.#options.maxBytes) return false;
		this.#bytes += content.length;
		this.#length += 1;
		try {
			const { name, bytes } = await this.#files.write(content, delivery.arrivedAt);
			this.#bytes += bytes - content.length;
			if (this.#senders.size < MAX_SENDERS) {
				this.#senders.set(name, { headers: senderOf(delivery), sinceMs: performance.now() });
			}
		} catch (error) {
			this.#bytes -= content.length;
			this.#length -= 1;
			this.#options.log.error({ err: error }, "A request with events cannot be stored");
			return false;
		}
		this.#count.kept();
		this.#wake.resolve();
		return true;
	}

	/** Stops sending; the next start sends the remaining requests. */
	async close(): Promise<void> {
		this.#closing.abort();
		this.#wake.resolve();
		await this.#running;
		await this.#files.endLease();
	}

	async #run(): Promise<void> {
		const { signal } = this.#closing;
		while (!signal.aborted) {
			this.#wake = Promise.withResolvers();
			const hasSent = await this.#round().catch((error: unknown) => {
				this.#options.log.error({ err: error }, "The event queue cannot be read");
				return false;
			});
			if (hasSent) continue;
			const next = delay(LOOK_EVERY_MS, undefined, { signal, ref: false });
			// Aborted: the queue is closing.
			await Promise.race([this.#wake.promise, next]).catch(() => undefined);
		}
	}

	/** @returns Whether at least one request has left the queue. */
	async #round(): Promise<boolean> {
		this.#newer = await this.#files.newerFolders();
		const { files, unfinished, unreadable } = await this.#files.look(this.#options.now());
		this.#length = files.length;
		this.#bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
		this.#unreadable = unreadable;
		this.#count.unfinished("", unfinished);
		let hasSent = false;
		for (const file of files) {
			if (this.#closing.signal.aborted) return false;
			hasSent = (await this.#send(file)) || hasSent;
		}
		return hasSent;
	}

	/** @returns Whether the file has left the queue. */
	async #send(file: QueueFile): Promise<boolean> {
		const content = await this.#files.read(file);
		if (content === "gone") return this.#forget(file);
		const delivery =
			content === "unreadable" ? undefined : unpackDelivery(content, this.#senderOf(file));
		if (delivery === undefined) return this.#setAside(file);
		const { signal } = this.#closing;
		for (let waitMs = BACKOFF_MS.first; !signal.aborted; ) {
			// No answer means that the service is away.
			const answer = await this.#options.deliver(delivery).catch(() => undefined);
			if (answer !== undefined && isAcknowledged(answer, delivery)) {
				if (answer.status >= 400) this.#count.refused();
				await this.#files.remove(file);
				return this.#forget(file);
			}
			if (answer !== undefined && ABOUT_THE_REQUEST.has(answer.status)) return false;
			await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
			waitMs = Math.min(waitMs * 2, BACKOFF_MS.longest);
		}
		return false;
	}

	#senderOf({ name }: QueueFile): IncomingHttpHeaders {
		const sender = this.#senders.get(name);
		const isRecent = sender && performance.now() - sender.sinceMs < SENDER_MAX_AGE_MS;
		return isRecent === true ? sender.headers : UNKNOWN_SENDER;
	}

	async #setAside(file: QueueFile): Promise<true> {
		await this.#files.setAside(file);
		this.#unreadable += 1;
		this.#options.log.error(
			{ file: file.name },
			"A stored request is damaged: its file is moved to event-queue/damaged",
		);
		return this.#forget(file);
	}

	#forget({ name, bytes }: QueueFile): true {
		this.#senders.delete(name);
		this.#bytes -= bytes;
		this.#length -= 1;
		return true;
	}
}
