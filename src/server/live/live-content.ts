import { Worker } from "node:worker_threads";
import type { FastifyBaseLogger } from "fastify";
import type { KeptRevision } from "../history/kept-revisions.ts";
import type {
	ContentThreadData,
	FromContentThread,
	RestoreOutcome,
	ToContentThread,
} from "./content-messages.ts";
import { PageHighlighter } from "./page-highlighter.ts";
import { resetParsingSettings } from "./parsing-settings.ts";
import { type LiveRevision, RevisionMirror } from "./revision-mirror.ts";

export interface LiveContentOptions {
	/** The bundle of the content thread. */
	readonly entry: URL;
	readonly threadData: ContentThreadData;
	readonly log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
}

/** Nothing can be served; the message is for the operator. */
export class ContentRefusedError extends Error {
	override readonly name = "ContentRefusedError";
}

/** A thread that ends is started again, soon at first and then more rarely. */
const RESTART_AFTER_MS = [200, 1000, 5000, 30_000];

/**
 * Heap of the thread that reads the folder, in megabytes: content that needs more ends the
 * thread and not the process, which goes on serving what it has.
 */
const THREAD_HEAP_MB = 768;

/** Memory that is given back sooner, for a thread that mostly waits. */
const THREAD_YOUNG_MB = 8;

/**
 * The revision that is live. A thread reads and parses the site folder and sends what has
 * changed; when that thread fails, the last revision stays until another one has read
 * the folder.
 */
export class LiveContent {
	readonly #options: LiveContentOptions;
	readonly #mirror = new RevisionMirror();
	readonly #highlighter = new PageHighlighter({
		highlight: async (file, packedBody) => {
			const answer = await this.#call((call) => ({ kind: "highlight", call, file, packedBody }));
			return answer.kind === "highlighted" ? answer.packedBody : undefined;
		},
	});
	readonly #listeners = new Set<(revision: LiveRevision) => void>();
	readonly #calls = new Map<number, (answer: unknown) => void>();
	#thread: Worker | undefined;
	#work: Promise<void> = Promise.resolve();
	#nextCall = 0;
	#failures = 0;
	#isClosed = false;
	#swaps = 0;

	private constructor(options: LiveContentOptions) {
		this.#options = options;
	}

	/**
	 * Starts the thread and waits for the first revision.
	 *
	 * @throws {ContentRefusedError} When the folder or its configuration cannot be used.
	 */
	static async open(options: LiveContentOptions): Promise<LiveContent> {
		const content = new LiveContent(options);
		await content.#start();
		return content;
	}

	/** The live revision; a value that never changes. */
	get revision(): LiveRevision {
		const { live } = this.#mirror;
		if (live === undefined) throw new Error("There is a revision once the content is open");
		return live;
	}

	/** How many revisions have been live. */
	get swaps(): number {
		return this.#swaps;
	}

	/** @param listener Called after each swap. @returns A function that ends it. */
	onChange(listener: (revision: LiveRevision) => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/**
	 * Sees to it that the code of a page is highlighted.
	 *
	 * @param path Decoded, without base path.
	 * @returns `undefined` when there is nothing to wait for.
	 */
	highlight(path: string): Promise<void> | undefined {
		return this.#highlighter.highlight(this.revision.pages.get(path));
	}

	/** @returns The revisions that can be brought back, the newest first. */
	async kept(): Promise<readonly KeptRevision[]> {
		const answer = await this.#call((call) => ({ kind: "list", call }));
		return answer.kind === "kept" ? answer.revisions : [];
	}

	/** Shows a kept revision until the folder changes. */
	async restore(id: string): Promise<RestoreOutcome> {
		const answer = await this.#call((call) => ({ kind: "restore", call, id }));
		if (answer.kind === "restored") return answer.outcome;
		return { kind: "failed", reason: "The thread that reads the folder has ended" };
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#thread?.terminate();
	}

	#start(): Promise<void> {
		return new Promise((resolve, reject) => {
			const { entry, threadData, log } = this.#options;
			const thread = new Worker(entry, {
				workerData: threadData,
				resourceLimits: {
					maxOldGenerationSizeMb: THREAD_HEAP_MB,
					maxYoungGenerationSizeMb: THREAD_YOUNG_MB,
				},
			});
			this.#thread = thread;
			thread.on("message", (message: FromContentThread) => {
				// In order: a revision is complete when the steps of the one before are done.
				this.#work = this.#work
					.then(() => this.#take(thread, message, { resolve, reject }))
					.catch((error: unknown) => {
						log.error({ err: error }, "A revision could not be taken over");
						void thread.terminate();
					});
			});
			thread.on("error", (error) => {
				log.error({ err: error }, "The thread that reads the site folder has failed");
				reject(error instanceof Error ? error : new Error(String(error)));
			});
			thread.once("exit", () => this.#restart());
		});
	}

	async #take(
		thread: Worker,
		message: FromContentThread,
		{ resolve, reject }: { readonly resolve: () => void; readonly reject: (error: Error) => void },
	): Promise<void> {
		switch (message.kind) {
			case "pages":
				this.#mirror.takePages(message.pages);
				return this.#tell(thread, { kind: "taken" });
			case "revision": {
				const revision = await this.#mirror.apply(message.delta);
				this.#swaps += 1;
				this.#failures = 0;
				this.#tell(thread, { kind: "taken" });
				resolve();
				for (const listener of this.#listeners) listener(revision);
				return;
			}
			case "refused":
				this.#isClosed = this.#mirror.live === undefined;
				// At the start, the one who opens is told, and says it.
				if (!this.#isClosed) {
					this.#options.log.error({ problem: message.message }, "The site folder was refused");
				}
				return reject(new ContentRefusedError(message.message));
			case "log":
				return this.#options.log[message.level](message.details, message.message);
			case "kept":
			case "restored":
			case "highlighted":
				this.#calls.get(message.call)?.(message);
				this.#calls.delete(message.call);
		}
	}

	#restart(): void {
		resetParsingSettings();
		this.#mirror.startOver();
		for (const answer of this.#calls.values()) answer({ kind: "ended" });
		this.#calls.clear();
		if (this.#isClosed || this.#mirror.live === undefined) return;
		const delayMs = RESTART_AFTER_MS[Math.min(this.#failures, RESTART_AFTER_MS.length - 1)];
		this.#failures += 1;
		setTimeout(() => {
			if (this.#isClosed) return;
			// Its failure is in the log, and its end starts another.
			this.#start().catch(() => undefined);
		}, delayMs).unref();
	}

	#call(
		messageOf: (call: number) => ToContentThread,
	): Promise<FromContentThread | { readonly kind: "ended" }> {
		const call = this.#nextCall;
		this.#nextCall += 1;
		return new Promise((resolve) => {
			// Answers come from the thread, which knows these messages only.
			this.#calls.set(call, resolve as (answer: unknown) => void);
			if (this.#thread === undefined) resolve({ kind: "ended" });
			else this.#tell(this.#thread, messageOf(call));
		});
	}

	#tell(thread: Worker, message: ToContentThread): void {
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
		thread.postMessage(message);
	}
}
