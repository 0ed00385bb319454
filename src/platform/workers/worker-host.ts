import { type ResourceLimits, Worker } from "node:worker_threads";

export interface WorkerHostOptions<Message> {
	readonly entry: URL;
	/** @returns `workerData` of the next thread. */
	readonly data: () => unknown;
	readonly memory: ResourceLimits;
	/** Absent: the environment of the process. */
	readonly env?: NodeJS.ProcessEnv;
	/** Options of Node; absent: those of the process. */
	readonly execArgv?: readonly string[];
	/** Delays after threads that failed in succession; the last delay repeats. */
	readonly backOffMs?: readonly number[];
	readonly onMessage: (message: Message, worker: Worker) => void;
	readonly onError?: ((error: Error) => void) | undefined;
	/** Called for each thread, after `onError`, also when `end()` or `close()` ended it. */
	readonly onExit?: ((code: number) => void) | undefined;
}

/** Starts a worker thread, at most one at a time, and counts its failures for a back-off. */
export class WorkerHost<Message> {
	readonly #options: WorkerHostOptions<Message>;
	#worker: Worker | undefined;
	#hasSucceeded = false;
	/** Number of successive threads that ended without success. */
	#failures = 0;
	#endedMs = Number.NEGATIVE_INFINITY;
	#isClosed = false;

	constructor(options: WorkerHostOptions<Message>) {
		this.#options = options;
	}

	/** The running thread. */
	get worker(): Worker | undefined {
		return this.#worker;
	}

	get isClosed(): boolean {
		return this.#isClosed;
	}

	/** Whether the current thread has succeeded. */
	get hasSucceeded(): boolean {
		return this.#hasSucceeded;
	}

	/** Delay from the end of the last thread until the next start. */
	get backOffMs(): number {
		const { backOffMs = [] } = this.#options;
		return backOffMs[Math.min(this.#failures, backOffMs.length - 1)] ?? 0;
	}

	/** Whether no thread may start now. */
	get isUnavailable(): boolean {
		if (this.#isClosed) return true;
		return this.#worker === undefined && performance.now() < this.#endedMs + this.backOffMs;
	}

	/** Starts a thread, unless one runs. @returns The running thread. */
	start(): Worker {
		this.#worker ??= this.#startWorker();
		return this.#worker;
	}

	/** Marks the current thread as successful: its end is not counted as a failure. */
	succeed(): void {
		this.#hasSucceeded = true;
	}

	/** Ends the current thread, and does not wait for its end. */
	end(): void {
		// The `exit` event reports the end. The promise waits for the same event, and has no failure of its own.
		this.#worker?.terminate().catch(() => undefined);
	}

	/** Ends the thread for good. */
	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#worker?.terminate();
	}

	#startWorker(): Worker {
		const { entry, data, memory, env, execArgv, onMessage, onError } = this.#options;
		const worker = new Worker(entry, {
			workerData: data(),
			resourceLimits: memory,
			...(env !== undefined && { env }),
			...(execArgv !== undefined && { execArgv: [...execArgv] }),
		});
		this.#hasSucceeded = false;
		worker.on("message", (message: Message) => onMessage(message, worker));
		worker.on("error", (error) => {
			onError?.(error instanceof Error ? error : new Error(String(error)));
		});
		worker.once("exit", (code) => this.#ended(code));
		return worker;
	}

	#ended(code: number): void {
		this.#worker = undefined;
		this.#endedMs = performance.now();
		this.#failures = this.#hasSucceeded ? 0 : this.#failures + 1;
		this.#options.onExit?.(code);
	}
}
