import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Metrics } from "../../platform/metrics.ts";
import {
	type Delivery,
	type DeliveryAnswer,
	packDelivery,
	senderOf,
	UNKNOWN_SENDER,
	unpackDelivery,
} from "./delivery.ts";
import { type SealedFile, SealedFiles } from "./sealed-files.ts";

export interface EventQueueOptions {
	/** Absolute; replicas may share it. */
	readonly folder: string;
	readonly maxBytes: number;
	/** Passes one on. @throws {Error} When there is no answer. */
	readonly deliver: (delivery: Delivery) => Promise<DeliveryAnswer>;
	readonly log: Logger;
	readonly metrics: Metrics;
	readonly now: () => number;
}

/** The analytics service destroys the salts of older days, and could not count visitors any more. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BACKOFF_MS = { first: 250, longest: 10_000 };
/** How often to look for what replicas have left that are gone. */
const LOOK_EVERY_MS = 15_000;
/** Some megabytes of memory. Of those above it, the visitors are not known any more. */
const MAX_SENDERS = 50_000;

/** With each of them, the same request can succeed later. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export function canSucceedLater({ status }: Pick<DeliveryAnswer, "status">): boolean {
	return TRY_AGAIN.has(status);
}

/**
 * Keeps requests with events on the disk while the analytics service is away, and passes them
 * on in the order of their arrival, when it is back. What has been added survives the process;
 * who sent it does not, since that is kept in memory alone. A request may be passed on twice, by
 * two replicas; its id makes the service store it once.
 */
export class EventQueue {
	readonly #options: EventQueueOptions;
	readonly #files: SealedFiles;
	/** By name of the file. */
	readonly #senders = new Map<string, IncomingHttpHeaders>();
	readonly #over = new AbortController();
	readonly #countKept: () => void;
	readonly #countDropped: (label: string) => void;
	#bytes = 0;
	#length = 0;
	#wake = Promise.withResolvers<void>();
	#running: Promise<void> = Promise.resolve();

	constructor(options: EventQueueOptions) {
		const { metrics } = options;
		this.#options = options;
		this.#files = new SealedFiles(options.folder);
		this.#countKept = metrics.counter(
			"ingest_queue_kept_total",
			"Requests with events that were kept because the analytics service was away",
		);
		this.#countDropped = metrics.counter(
			"ingest_queue_dropped_total",
			"Kept requests that were not passed on, by reason",
		);
		metrics.gauge("ingest_queue_requests", "Requests in the queue", () => this.#length);
		metrics.gauge("ingest_queue_bytes", "Bytes in the queue", () => this.#bytes);
	}

	get now(): () => number {
		return this.#options.now;
	}

	get deliver(): (delivery: Delivery) => Promise<DeliveryAnswer> {
		return this.#options.deliver;
	}

	/** Whether events may overtake nothing by going to the service at once. */
	get isEmpty(): boolean {
		return this.#length === 0;
	}

	/** Starts passing on what is there, from this process or from one before. */
	start(): void {
		const renewLease = (): void => {
			// A disk that is full, or away: another process takes over, and stores nothing twice.
			this.#files.renewLease().catch(() => undefined);
		};
		const renewing = setInterval(renewLease, LOOK_EVERY_MS).unref();
		this.#over.signal.addEventListener("abort", () => clearInterval(renewing));
		this.#running = this.#run();
	}

	/** @returns Whether it is on the disk; `false` when there is no room for it. */
	async add(delivery: Delivery): Promise<boolean> {
		const content = packDelivery(delivery);
		if (this.#bytes + content.length > this.#options.maxBytes) return false;
		this.#bytes += content.length;
		this.#length += 1;
		try {
			const { name, bytes } = await this.#files.write(content, delivery.arrivedAt);
			this.#bytes += bytes - content.length;
			if (this.#senders.size < MAX_SENDERS) this.#senders.set(name, senderOf(delivery));
		} catch (error) {
			this.#bytes -= content.length;
			this.#length -= 1;
			this.#options.log.error({ err: error }, "An event could not be kept");
			return false;
		}
		this.#countKept();
		this.#wake.resolve();
		return true;
	}

	/** Stops passing on; what is left is for the next start. */
	async close(): Promise<void> {
		this.#over.abort();
		this.#wake.resolve();
		await this.#running;
		await this.#files.endLease();
	}

	async #run(): Promise<void> {
		const { signal } = this.#over;
		while (!signal.aborted) {
			const files = await this.#look();
			for (const file of files) {
				if (signal.aborted) return;
				await this.#passOn(file);
			}
			if (files.length > 0) continue;
			this.#wake = Promise.withResolvers();
			const next = delay(LOOK_EVERY_MS, undefined, { signal, ref: false });
			// Aborted: the loop is over.
			await Promise.race([this.#wake.promise, next]).catch(() => undefined);
		}
	}

	/** Counts anew as well: other replicas add and remove. */
	async #look(): Promise<readonly SealedFile[]> {
		await this.#files.renewLease().catch(() => undefined);
		await this.#files.removeOldKeys(this.#options.now());
		const files = await this.#files.list();
		this.#length = files.length;
		this.#bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
		return files;
	}

	/** Until the service has it, or it is too old. */
	async #passOn(file: SealedFile): Promise<void> {
		const { signal } = this.#over;
		if (this.#isTooOld(file)) return this.#drop(file, "too-old");
		const content = await this.#files.read(file);
		if (content === "gone") return this.#forget(file);
		const sender = this.#senders.get(file.name) ?? UNKNOWN_SENDER;
		const delivery = content === "unreadable" ? undefined : unpackDelivery(content, sender);
		if (delivery === undefined) return this.#drop(file, "unreadable");
		for (let waitMs = BACKOFF_MS.first; !signal.aborted; ) {
			if (this.#isTooOld(file)) return this.#drop(file, "too-old");
			if (await this.#isTaken(delivery)) return this.#remove(file);
			await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
			waitMs = Math.min(waitMs * 2, BACKOFF_MS.longest);
		}
	}

	#isTooOld({ arrivedAt }: SealedFile): boolean {
		return this.#options.now() - arrivedAt > MAX_AGE_MS;
	}

	async #isTaken(delivery: Delivery): Promise<boolean> {
		try {
			return !canSucceedLater(await this.#options.deliver(delivery));
		} catch {
			// It is still away.
			return false;
		}
	}

	async #drop(file: SealedFile, reason: string): Promise<void> {
		this.#countDropped(`reason="${reason}"`);
		await this.#remove(file);
	}

	async #remove(file: SealedFile): Promise<void> {
		await this.#files.remove(file);
		this.#forget(file);
	}

	#forget({ name, bytes }: SealedFile): void {
		this.#senders.delete(name);
		this.#bytes -= bytes;
		this.#length -= 1;
	}
}
