import { Worker } from "node:worker_threads";
import { endThread } from "../../../platform/end-thread.ts";
import { StoreUnavailableError } from "../../errors.ts";
import { DamagedFileError } from "../../store/database/damage.ts";
import type { Reader } from "./reader.ts";

/** Functions that answer questions in a thread, by kind of question. */
export type ThreadAnswers = Readonly<Record<string, (reader: Reader, question: never) => unknown>>;

/** Message to a thread. */
export interface ThreadRequest {
	readonly id: number;
	readonly kind: string;
	readonly question: unknown;
}

/** Message from a thread. */
export type ThreadReply =
	| { readonly id: number; readonly kind: "answer"; readonly answer: unknown }
	| { readonly id: number; readonly kind: "failed" | "damaged"; readonly error: unknown };

/** `workerData` of a thread. */
export interface ThreadData {
	/** The store's file. */
	readonly path: string;
	/** A single element: the id of a question whose client has disconnected. */
	readonly abandoned: Int32Array<SharedArrayBuffer>;
}

/** The response that waits for an answer. When it closes, the question is abandoned. */
export interface Client {
	readonly destroyed: boolean;
	/** Absent if the client cannot disconnect. */
	readonly once?: (event: "close", listener: () => void) => unknown;
}

interface Waiting {
	readonly request: ThreadRequest;
	readonly resolve: (answer: unknown) => void;
	readonly reject: (error: unknown) => void;
	readonly client: Client | undefined;
}

interface Thread {
	readonly worker: Worker;
	readonly abandoned: ThreadData["abandoned"];
	busyWith: Waiting | undefined;
	idle?: NodeJS.Timeout;
}

/** Idle threads are stopped: each takes 18 MB, and each project has its own. */
const MAX_IDLE_MS = 60_000;

/**
 * Rows are garbage as soon as they are counted. A larger young generation takes 60 MB more, and saves no
 * time. The limit of the old generation is V8's own in a container of 512 MB: on a machine with
 * gigabytes, V8 collects garbage later, and ten million events take 80 MB more at their peak.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 };
/** A question for a year with a filter occupies one thread for seconds; the other answers the rest. */
const MAX_THREADS = 2;
/** Enough for the questions of several screens. */
const MAX_WAITING = 64;

/**
 * Threads that answer questions by reading the file, so that ingest never
 * waits for a question. They start on demand, end when idle, and cannot write.
 */
export class ReadingThreads<Answers extends ThreadAnswers> {
	readonly #path: string;
	readonly #threads = new Set<Thread>();
	#waiting: Waiting[] = [];
	#lastId = 0;
	#isClosed = false;

	/** @param path The store's file. */
	constructor(path: string) {
		this.#path = path;
	}

	/**
	 * @param client If it disconnects, the question is not started, or stops between two days.
	 * @throws {StoreUnavailableError} When too many questions wait already.
	 */
	ask<Kind extends keyof Answers & string>(
		kind: Kind,
		question: Parameters<Answers[Kind]>[1],
		client?: Client,
	): Promise<ReturnType<Answers[Kind]>> {
		this.#waiting = this.#waiting.filter(({ client }) => client?.destroyed !== true);
		if (this.#isClosed || this.#waiting.length >= MAX_WAITING) {
			return Promise.reject(new StoreUnavailableError("Too many questions wait for an answer"));
		}
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		this.#lastId += 1;
		const request = { id: this.#lastId, kind, question };
		this.#waiting.push({ request, resolve, reject, client });
		this.#dispatch();
		// The thread answers each kind of question with the function of this kind.
		return promise as Promise<ReturnType<Answers[Kind]>>;
	}

	/** Stops the threads, and rejects the questions that still wait. */
	async close(): Promise<void> {
		this.#isClosed = true;
		for (const { reject } of this.#waiting) reject(closed());
		this.#waiting = [];
		const workers = [...this.#threads].map(({ worker }) => worker.terminate());
		await Promise.all(workers);
	}

	#dispatch(): void {
		while (this.#waiting.length > 0) {
			const thread = this.#freeThread();
			if (thread === undefined) return;
			// The list is not empty.
			const next = this.#waiting.shift() as Waiting;
			if (next.client?.destroyed === true) continue;
			clearTimeout(thread.idle);
			thread.busyWith = next;
			thread.worker.ref();
			thread.worker.postMessage(next.request, []);
			// Harmless after the answer: no other question has this id.
			next.client?.once?.("close", () => Atomics.store(thread.abandoned, 0, next.request.id));
		}
	}

	#freeThread(): Thread | undefined {
		const free = [...this.#threads].find(({ busyWith }) => busyWith === undefined);
		if (free !== undefined || this.#threads.size >= MAX_THREADS) return free;
		return this.#startThread();
	}

	#startThread(): Thread {
		const abandoned = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
		const workerData: ThreadData = { path: this.#path, abandoned };
		const worker = new Worker(entryOf(import.meta.url), {
			workerData,
			resourceLimits: LIMITS,
		});
		const thread: Thread = { worker, abandoned, busyWith: undefined };
		worker.on("message", (reply: ThreadReply) => this.#finish(thread, reply));
		worker.on("error", (error) => this.#lose(thread, error));
		worker.on("exit", () => this.#lose(thread, closed()));
		// An idle thread must not keep the process alive.
		worker.unref();
		this.#threads.add(thread);
		return thread;
	}

	#finish(thread: Thread, reply: ThreadReply): void {
		const done = thread.busyWith;
		thread.busyWith = undefined;
		thread.worker.unref();
		if (reply.kind === "answer") done?.resolve(reply.answer);
		// A client that has disconnected needs no error.
		else if (done?.client?.destroyed !== true) done?.reject(errorOf(reply));
		this.#dispatch();
		if (thread.busyWith === undefined) this.#endWhenIdle(thread);
	}

	#endWhenIdle(thread: Thread): void {
		thread.idle = setTimeout(() => {
			// Removed before it stops, so that it gets no further question.
			this.#threads.delete(thread);
			endThread(thread.worker);
		}, MAX_IDLE_MS).unref();
	}

	#lose(thread: Thread, error: unknown): void {
		this.#threads.delete(thread);
		thread.busyWith?.reject(error);
		thread.busyWith = undefined;
		if (!this.#isClosed) this.#dispatch();
	}
}

/** Restores the kind of an error: between threads, an SQLite error loses its code. */
function errorOf({ kind, error }: Exclude<ThreadReply, { kind: "answer" }>): unknown {
	return kind === "failed"
		? error
		: new DamagedFileError("The store's file cannot be read", { cause: error });
}

function closed(): StoreUnavailableError {
	return new StoreUnavailableError("The service is leaving");
}

/** URL of the thread's entry, next to the service's entry. In a build, that includes this module. */
function entryOf(moduleUrl: string): URL {
	const name = moduleUrl.endsWith(".ts") ? "../../reading-thread.ts" : "./reading-thread.js";
	return new URL(name, moduleUrl);
}
