import { WorkerCalls, WorkerEndedError } from "../../../platform/workers/worker-calls.ts";
import { StoreUnavailableError } from "../../errors.ts";
import { DamagedFileError } from "../../store/database/damage.ts";
import type { Reader } from "./reader.ts";

/** Functions that answer questions in a thread, by kind of question. */
export type ThreadAnswers = Readonly<Record<string, (reader: Reader, question: never) => unknown>>;

/** A question with a number that no other question has. */
export interface NumberedQuestion {
	readonly number: number;
	readonly kind: string;
	readonly question: unknown;
}

/** Calls of a thread. */
export interface ReadingCalls {
	readonly answer: { readonly input: NumberedQuestion; readonly output: QuestionReply };
}

/** Between threads, an SQLite error loses its code, so the thread names the kind of the failure. */
export type QuestionReply =
	| { readonly kind: "answer"; readonly answer: unknown }
	| { readonly kind: "failed" | "damaged"; readonly error: unknown };

/** `workerData` of a thread. */
export interface ThreadData {
	/** The store's file. */
	readonly path: string;
	/** A single element: the number of a question whose client has disconnected. */
	readonly abandoned: Int32Array<SharedArrayBuffer>;
}

/** The response that waits for an answer. When it closes, the question is abandoned. */
export interface Client {
	readonly destroyed: boolean;
	/** Absent if the client cannot disconnect. */
	readonly once?: (event: "close", listener: () => void) => unknown;
}

interface Waiting {
	readonly numbered: NumberedQuestion;
	readonly resolve: (answer: unknown) => void;
	readonly reject: (error: unknown) => void;
	readonly client: Client | undefined;
}

interface Thread {
	readonly calls: WorkerCalls<ReadingCalls>;
	readonly abandoned: ThreadData["abandoned"];
	isBusy: boolean;
	idle?: NodeJS.Timeout;
}

/** Idle threads are stopped: each takes 18 MB, and each project has its own. */
const MAX_IDLE_MS = 60_000;

/**
 * Rows are garbage as soon as they are counted. A larger young generation takes 60 MB more, and saves no
 * time. The limit of the old generation is V8's own in a container of 512 MB: on a machine with
 * gigabytes, V8 collects garbage later, and ten million events take 80 MB more at their peak.
 */
const MEMORY = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 };

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
	#lastNumber = 0;
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
		this.#lastNumber += 1;
		const numbered = { number: this.#lastNumber, kind, question };
		this.#waiting.push({ numbered, resolve, reject, client });
		this.#dispatch();
		// The thread answers each kind of question with the function of this kind.
		return promise as Promise<ReturnType<Answers[Kind]>>;
	}

	/** Stops the threads, and rejects the questions that still wait. */
	async close(): Promise<void> {
		this.#isClosed = true;
		for (const { reject } of this.#waiting) reject(closed());
		this.#waiting = [];
		await Promise.all(Array.from(this.#threads, ({ calls }) => calls.close()));
	}

	#dispatch(): void {
		while (this.#waiting.length > 0) {
			const thread = this.#freeThread();
			if (thread === undefined) return;
			// The list is not empty.
			const next = this.#waiting.shift() as Waiting;
			if (next.client?.destroyed === true) continue;
			thread.isBusy = true;
			this.#ask(thread, next).catch(next.reject);
		}
	}

	#freeThread(): Thread | undefined {
		const free = [...this.#threads].find(({ isBusy }) => !isBusy);
		if (free !== undefined || this.#threads.size >= MAX_THREADS) return free;
		const abandoned = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
		const calls = new WorkerCalls<ReadingCalls>({
			title: "A thread that reads the store",
			entry: entryOf(import.meta.url),
			data: { path: this.#path, abandoned } satisfies ThreadData,
			memory: MEMORY,
		});
		const thread: Thread = { calls, abandoned, isBusy: false };
		this.#threads.add(thread);
		return thread;
	}

	async #ask(thread: Thread, { numbered, client, resolve, reject }: Waiting): Promise<void> {
		clearTimeout(thread.idle);
		// Harmless after the answer: no other question has this number.
		client?.once?.("close", () => Atomics.store(thread.abandoned, 0, numbered.number));
		try {
			const reply = await thread.calls.ask("answer", numbered);
			if (reply.kind === "answer") resolve(reply.answer);
			// A client that has disconnected needs no error.
			else if (client?.destroyed !== true) reject(errorOf(reply));
		} catch (error) {
			throw error instanceof WorkerEndedError ? (error.cause ?? closed()) : error;
		} finally {
			thread.isBusy = false;
			this.#dispatch();
			if (!thread.isBusy) this.#endWhenIdle(thread);
		}
	}

	#endWhenIdle(thread: Thread): void {
		thread.idle = setTimeout(() => {
			// Removed before it stops, so that it gets no further question.
			this.#threads.delete(thread);
			thread.calls.end();
		}, MAX_IDLE_MS).unref();
	}
}

function errorOf({ kind, error }: Exclude<QuestionReply, { kind: "answer" }>): unknown {
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
