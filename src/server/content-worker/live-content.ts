import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import { WorkerHost } from "../../platform/workers/worker-host.ts";
import { CurrentFile, type FileState } from "../content/pages/current-file.ts";
import {
	type ContentThreadData,
	type FromContentThread,
	type LiveRevision,
	RevisionMirror,
} from "./revision-delta.ts";

export interface LiveContentOptions {
	/** The bundle of the content thread. */
	readonly entry: URL;
	readonly threadData: Omit<ContentThreadData, "current" | "stuckFiles">;
	readonly log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
	/** Maximum wall-clock time for reading one file. */
	readonly parseLimitMs?: number;
}

/** Error when there is nothing to serve. The message is for the operator. */
export class ContentRefusedError extends Error {
	override readonly name = "ContentRefusedError";
}

/** A page of 2 MB takes one second to parse, and ten seconds on a small, busy board. */
const PARSE_LIMIT_MS = 10_000;

/** Number of checks within the time limit. */
const WATCHES_PER_LIMIT = 10;

/** Further processors stay free for requests. */
const MAX_HELPERS = 4;

/** A thread ends within milliseconds, or never. */
const CLOSE_PATIENCE_MS = 1000;

/** Back-off before each restart of a failed thread. */
const BACK_OFF_MS = [200, 1000, 5000, 30_000];

/**
 * Content that needs more ends the thread, but not the process, which still serves the last revision.
 * The young generation is small, so that a thread that mostly waits releases memory earlier.
 */
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 3 };

/**
 * The live revision. A thread reads and parses the site folder and sends the changes. If it fails,
 * the last revision stays until another thread has read the folder. A thread that is stuck in a
 * file is terminated, and the next thread skips the file.
 */
export class LiveContent {
	readonly #options: LiveContentOptions;
	readonly #mirror = new RevisionMirror();
	readonly #watchdog: ParseWatchdog;
	readonly #watching: NodeJS.Timeout;
	/** Stamps by file. */
	readonly #stuckFiles = new Map<string, string>();
	readonly #listeners = new Set<(revision: LiveRevision) => void>();
	readonly #opened = Promise.withResolvers<void>();
	readonly #host: WorkerHost<FromContentThread>;
	#isStuck = false;
	#work: Promise<void> = Promise.resolve();
	#isClosed = false;
	#isEnding = false;
	#swaps = 0;

	private constructor(options: LiveContentOptions) {
		this.#options = options;
		const { entry, threadData, log } = options;
		const limitMs = options.parseLimitMs ?? PARSE_LIMIT_MS;
		const helpers = Math.min(availableParallelism(), MAX_HELPERS);
		this.#watchdog = new ParseWatchdog({ limitMs, threads: 1 + helpers });
		this.#watching = setInterval(() => this.#endIfStuck(), limitMs / WATCHES_PER_LIMIT).unref();
		this.#host = new WorkerHost<FromContentThread>({
			entry,
			data: () =>
				({
					...threadData,
					current: this.#watchdog.memories,
					stuckFiles: this.#stuckFiles,
				}) satisfies ContentThreadData,
			memory: MEMORY,
			backOffMs: BACK_OFF_MS,
			onMessage: (message, thread) => {
				// In order: all steps of a message finish before the next message is applied.
				this.#work = this.#work
					.then(() => this.#take(thread, message))
					.catch((error: unknown) => {
						log.error({ err: error }, "A revision could not be loaded");
						this.#host.end();
					});
			},
			onError: (error) => {
				log.error({ err: error }, "The thread that reads the site folder has failed");
				this.#opened.reject(error);
			},
			onExit: () => this.#restart(),
		});
	}

	/**
	 * Starts the thread and waits for the first revision.
	 *
	 * @throws {ContentRefusedError} When the folder or its configuration cannot be used.
	 */
	static async open(options: LiveContentOptions): Promise<LiveContent> {
		const content = new LiveContent(options);
		content.#host.start();
		try {
			await content.#opened.promise;
		} catch (error) {
			// The thread would keep the process alive.
			await content.close();
			throw error;
		}
		return content;
	}

	/** The live revision, which is immutable. */
	get revision(): LiveRevision {
		const { live } = this.#mirror;
		if (live === undefined) throw new Error("The content must be open before its revision is read");
		return live;
	}

	/** Number of revisions that have been live. */
	get swaps(): number {
		return this.#swaps;
	}

	/** @param listener Called after each swap. @returns A function that removes the listener. */
	onChange(listener: (revision: LiveRevision) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** Whether `close()` could not end the thread: it waits for a network mount that hangs. */
	get isStuck(): boolean {
		return this.#isEnding;
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		clearInterval(this.#watching);
		this.#isEnding = true;
		const ending = this.#host.close().then(() => {
			this.#isEnding = false;
		});
		await Promise.race([ending, delay(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
	}

	async #take(thread: Worker, message: FromContentThread): Promise<void> {
		switch (message.kind) {
			case "pages":
				this.#mirror.takePages(message.pages);
				return acknowledge(thread);
			case "revision": {
				const revision = await this.#mirror.apply(message.delta);
				this.#swaps += 1;
				this.#host.succeed();
				acknowledge(thread);
				this.#opened.resolve();
				for (const listener of this.#listeners) listener(revision);
				return;
			}
			case "refused":
				this.#isClosed = this.#mirror.live === undefined;
				// At the start, the caller of `open()` receives the error and logs it.
				if (!this.#isClosed) {
					this.#options.log.error({ problem: message.message }, "The site folder was rejected");
				}
				return this.#opened.reject(new ContentRefusedError(message.message));
			case "log":
				return this.#options.log[message.level](message.details, message.message);
		}
	}

	#endIfStuck(): void {
		const stuck = this.#watchdog.findStuck(performance.now());
		if (stuck.length === 0 || this.#isStuck) return;
		this.#isStuck = true;
		for (const { file, stamp } of stuck) this.#stuckFiles.set(file, stamp);
		const files = stuck.map(({ file }) => file);
		this.#options.log.warn({ files }, "Reading takes too long: the files are left out");
		this.#host.end();
	}

	#restart(): void {
		this.#mirror.startOver();
		this.#watchdog.startOver();
		const isStuck = this.#isStuck;
		this.#isStuck = false;
		if (this.#isClosed || (this.#mirror.live === undefined && !isStuck)) return;
		if (isStuck) {
			this.#host.start();
			return;
		}
		setTimeout(() => {
			if (!this.#isClosed) this.#host.start();
		}, this.#host.backOffMs).unref();
	}
}

/** Allows the thread to send another batch. */
function acknowledge(thread: Worker): void {
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
	thread.postMessage("taken");
}

/** State of one thread at an earlier check. */
interface SeenProgress {
	readonly changes: number;
	readonly sinceMs: number;
}

/**
 * Finds the files in which threads are stuck: grammars of code and pathological Markdown can
 * take minutes for a few kilobytes, and no other thread can interrupt them there.
 */
export class ParseWatchdog {
	readonly #limitMs: number;
	readonly #current: readonly CurrentFile[];
	readonly #seen = new Map<CurrentFile, SeenProgress>();

	/** @param limitMs Maximum wall-clock time for one file. */
	constructor({ limitMs, threads }: { readonly limitMs: number; readonly threads: number }) {
		this.#limitMs = limitMs;
		this.#current = Array.from({ length: threads }, () => new CurrentFile());
	}

	/** Shared memory for the threads: each thread notes its current file in one of these. */
	get memories(): readonly SharedArrayBuffer[] {
		return this.#current.map(({ memory }) => memory);
	}

	/**
	 * Must be called periodically.
	 *
	 * @param nowMs Milliseconds of a monotonic clock.
	 * @returns The files that threads have been reading for longer than the limit.
	 */
	findStuck(nowMs: number): readonly FileState[] {
		return this.#current.flatMap((current) => {
			const { changes } = current;
			const last = this.#seen.get(current);
			if (last?.changes !== changes) this.#seen.set(current, { changes, sinceMs: nowMs });
			else if (nowMs - last.sinceMs >= this.#limitMs) return current.read() ?? [];
			return [];
		});
	}

	/** Resets the current files, because the threads have ended in the middle of a file. */
	startOver(): void {
		for (const current of this.#current) current.leave();
	}
}
