import { WorkerHost, type WorkerHostOptions } from "./worker-host.ts";

/** Calls of a thread by name, with their input and output. */
export type CallTable<Calls> = {
	readonly [Call in keyof Calls]: { readonly input: unknown; readonly output: unknown };
};

export interface WorkerRequest<Call = PropertyKey> {
	readonly id: number;
	/** Absent: a ping, which every thread answers. */
	readonly call?: Call;
	readonly input?: unknown;
}

export type WorkerReply =
	| { readonly id: number; readonly output: unknown }
	| { readonly id: number; readonly error: unknown };

export interface WorkerCallsOptions
	extends Pick<
		WorkerHostOptions<WorkerReply>,
		"entry" | "memory" | "env" | "execArgv" | "backOffMs"
	> {
	/** Subject of messages, such as “The search thread”. */
	readonly title: string;
	/** `workerData` of each thread. */
	readonly data: unknown;
	/** Time-out of a call. Absent: a call may take any time. */
	readonly limitMs?: number;
	/** Interval of pings while calls wait. Absent: a thread may block for any time. */
	readonly pingEveryMs?: number;
	readonly onError?: (error: Error) => void;
	/** @param message Says that the thread has ended. Not called after `close()`. */
	readonly onExit?: (message: string) => void;
}

/** A call exceeded its time-out. */
export class WorkerTimeoutError extends Error {
	override readonly name = "WorkerTimeoutError";
}

/** The thread ended before it answered, or may not start at the moment. `cause` is the error of the thread. */
export class WorkerEndedError extends Error {
	override readonly name = "WorkerEndedError";
}

/** With more unanswered pings, the thread is blocked: other calls would wait for the time-out of its call. */
const MAX_UNANSWERED = 2;

/** No call has this id, so none awaits the answer. */
const PING: WorkerRequest = { id: 0 };

interface Waiting {
	readonly resolve: (output: never) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Calls functions of a worker thread, which runs `answerCalls()`. The first call starts the thread. If it
 * ends, the pending calls fail, and the next call starts another thread.
 */
export class WorkerCalls<Calls extends CallTable<Calls>> {
	readonly #options: WorkerCallsOptions;
	readonly #host: WorkerHost<WorkerReply>;
	readonly #waiting = new Map<number, Waiting>();
	readonly #pinging: NodeJS.Timeout | undefined;
	#lastId = PING.id;
	#unanswered = 0;
	#failure: Error | undefined;

	constructor(options: WorkerCallsOptions) {
		this.#options = options;
		const { pingEveryMs, data, ...others } = options;
		this.#host = new WorkerHost({
			...others,
			data: () => data,
			onMessage: (reply) => this.#settle(reply),
			onError: (error) => {
				this.#failure = error;
				options.onError?.(error);
			},
			onExit: (code) => this.#ended(code),
		});
		if (pingEveryMs !== undefined) {
			this.#pinging = setInterval(() => this.#ping(), pingEveryMs).unref();
		}
	}

	/** Number of calls that wait for an answer. */
	get waiting(): number {
		return this.#waiting.size;
	}

	/**
	 * Calls the thread, and waits for the output.
	 *
	 * @throws {WorkerTimeoutError} When the call exceeds its time-out.
	 * @throws {WorkerEndedError} When the thread ends meanwhile, and at once during a back-off.
	 * @throws {Error} An error that the function throws.
	 */
	async ask<Call extends keyof Calls>(
		call: Call,
		input: Calls[Call]["input"],
		limitMs = this.#options.limitMs,
	): Promise<Calls[Call]["output"]> {
		const host = this.#host;
		const { title } = this.#options;
		if (host.isUnavailable) throw new WorkerEndedError(`${title} has ended`);
		this.#lastId += 1;
		const id = this.#lastId;
		const { promise, resolve, reject } = Promise.withResolvers<Calls[Call]["output"]>();
		this.#waiting.set(id, { resolve, reject });
		const expire = (): void => {
			reject(new WorkerTimeoutError(`${title} took longer than ${Number(limitMs) / 1000} s`));
			// A thread that has not answered yet may never be able to.
			if (!host.hasSucceeded) host.end();
		};
		const timer = limitMs === undefined ? undefined : setTimeout(expire, limitMs);
		try {
			this.#post({ id, call, input });
			return await promise;
		} finally {
			clearTimeout(timer);
			this.#waiting.delete(id);
			this.#holdProcess();
		}
	}

	/** Ends the thread; the next call starts another one. */
	end(): void {
		this.#host.end();
	}

	async close(): Promise<void> {
		clearInterval(this.#pinging);
		await this.#host.close();
	}

	#post(request: WorkerRequest<keyof Calls>): void {
		const isNew = this.#host.worker === undefined;
		const worker = this.#host.start();
		// Its answer shows that the modules of the thread are loaded.
		if (isNew) worker.postMessage(PING, []);
		worker.postMessage(request, []);
		this.#holdProcess();
	}

	/** Only a thread with waiting calls keeps the process alive. */
	#holdProcess(): void {
		if (this.#waiting.size > 0) this.#host.worker?.ref();
		else this.#host.worker?.unref();
	}

	#settle(reply: WorkerReply): void {
		this.#host.succeed();
		this.#unanswered = 0;
		const waiting = this.#waiting.get(reply.id);
		if ("error" in reply) waiting?.reject(reply.error);
		// The thread answers each call with the output of its function.
		else waiting?.resolve(reply.output as never);
	}

	/** Ends a thread that blocks. */
	#ping(): void {
		const { worker, hasSucceeded } = this.#host;
		if (worker === undefined || !hasSucceeded || this.#waiting.size === 0) return;
		this.#unanswered += 1;
		if (this.#unanswered > MAX_UNANSWERED) this.end();
		else worker.postMessage(PING, []);
	}

	#ended(code: number): void {
		this.#unanswered = 0;
		const message = `${this.#options.title} ended (exit code ${code})`;
		if (!this.#host.isClosed) this.#options.onExit?.(message);
		const error = new WorkerEndedError(message, { cause: this.#failure });
		this.#failure = undefined;
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
	}
}
