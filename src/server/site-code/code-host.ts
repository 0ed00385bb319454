import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { endThread } from "../../platform/end-thread.ts";
import type { SiteCode } from "../content/site-code.ts";
import type { CodeCalls } from "../pages/code-runner.ts";
import { codeEnvironment } from "./code-environment.ts";

export interface CodeHostOptions extends Pick<SiteCode, "module" | "siteFolder" | "basePath"> {
	readonly log: CodeLog;
	/** Time-out of a call; absent: {@link CALL_LIMIT_MS}. */
	readonly callLimitMs?: number;
	/** Interval of pings; absent: {@link PING_EVERY_MS}. */
	readonly pingEveryMs?: number;
}

type CodeCall = keyof CodeCalls;

export interface ToCodeThread {
	readonly id: number;
	readonly call: CodeCall;
	readonly input: unknown;
}

type FromCodeThread =
	| { readonly id: number; readonly output: unknown }
	| { readonly id: number; readonly error: Error };

/** Log methods that the code needs. The thread that reads the folder has only these. */
export interface CodeLog {
	error(details: object, message: string): void;
	warn(details: object, message: string): void;
}

/** A call exceeded its time-out. */
export class CodeTimeoutError extends Error {
	override readonly name = "CodeTimeoutError";
}

/** The thread ended before it answered: its code ended it, or it ran out of memory. */
export class CodeThreadEndedError extends Error {
	override readonly name = "CodeThreadEndedError";
}

const CALL_LIMIT_MS = 10_000;

/** Interval of pings while calls wait. */
const PING_EVERY_MS = 1000;

/** With more unanswered pings, code blocks the thread: other calls would wait for the time-out of its call. */
const MAX_UNANSWERED = 2;

/** Code that needs more memory ends its thread, but not the process. */
const HEAP_MB = 512;

/** Delays before the restarts of a thread that ends before its first answer, longer with each failure. */
const RESTART_AFTER_MS = [0, 500, 2000, 10_000];

/** Id of pings, whose answers no call awaits. */
const PING_ID = 0;

interface Waiting {
	readonly resolve: (output: never) => void;
	readonly reject: (error: Error) => void;
}

/**
 * Runs the code of a site folder in a separate thread. If the code ends or blocks its thread, the
 * pending calls fail and the next call starts another thread; the process continues.
 */
export class CodeHost {
	/** Shown by `/readyz`: an error or exit of the thread, or a failed component. */
	problem: string | undefined;
	readonly #options: CodeHostOptions;
	readonly #waiting = new Map<number, Waiting>();
	#worker: Worker | undefined;
	/** Whether the current thread has answered: its modules are loaded. */
	#hasAnswered = false;
	#unanswered = 0;
	#endedMs = 0;
	/** Number of successive threads that ended before their first answer. */
	#failures = 0;
	#lastId = 0;
	#isClosed = false;

	constructor(options: CodeHostOptions) {
		this.#options = options;
	}

	get module(): string {
		return this.#options.module;
	}

	/**
	 * Calls the thread, and waits for the output.
	 *
	 * @throws {CodeTimeoutError} When the call exceeds its time-out.
	 * @throws {CodeThreadEndedError} When the thread ends meanwhile.
	 * @throws {Error} An error that the code throws.
	 */
	async ask<Call extends CodeCall>(
		call: Call,
		input: CodeCalls[Call]["input"],
		limitMs = this.#options.callLimitMs ?? CALL_LIMIT_MS,
	): Promise<CodeCalls[Call]["output"]> {
		const worker = this.#worker ?? this.#start();
		this.#lastId += 1;
		const id = this.#lastId;
		const { promise, resolve, reject } = Promise.withResolvers<CodeCalls[Call]["output"]>();
		this.#waiting.set(id, { resolve, reject });
		const timer = setTimeout(() => {
			reject(new CodeTimeoutError(`The code of the site took longer than ${limitMs / 1000} s`));
			if (!this.#hasAnswered) endThread(worker);
		}, limitMs);
		send(worker, { id, call, input });
		try {
			return await promise;
		} finally {
			clearTimeout(timer);
			this.#waiting.delete(id);
		}
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#worker?.terminate();
	}

	/** @throws {CodeThreadEndedError} During a back-off, so that visitors need not wait for its end. */
	#start(): Worker {
		if (this.#isClosed) throw new CodeThreadEndedError("The site is closing");
		const delayMs = RESTART_AFTER_MS[Math.min(this.#failures, RESTART_AFTER_MS.length - 1)] ?? 0;
		if (performance.now() < this.#endedMs + delayMs) {
			throw new CodeThreadEndedError(this.problem ?? "The code of the site has failed");
		}
		const { module, siteFolder, basePath, log } = this.#options;
		const worker = new Worker(pathToFileURL(module), {
			workerData: { siteFolder, basePath },
			env: codeEnvironment(process.env),
			resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
		});
		worker.unref();
		this.#worker = worker;
		this.#hasAnswered = false;
		const watching = this.#watch(worker);
		// Its answer shows that the modules of the code are loaded.
		send(worker, PING);
		worker.on("message", (message: FromCodeThread) => {
			this.#hasAnswered = true;
			this.#unanswered = 0;
			const waiting = this.#waiting.get(message.id);
			if ("error" in message) waiting?.reject(message.error);
			else waiting?.resolve(message.output as never);
		});
		worker.on("error", (error) => {
			this.problem = `The code of the site has failed: ${error instanceof Error ? error.message : String(error)}`;
			log.error({ err: error }, "The code of the site has failed");
		});
		worker.once("exit", (code) => {
			clearInterval(watching);
			this.#ended(worker, code);
		});
		return worker;
	}

	/** Pings the thread while calls wait, and ends a thread that does not answer. */
	#watch(worker: Worker): NodeJS.Timeout {
		this.#unanswered = 0;
		return setInterval(() => {
			if (this.#waiting.size === 0 || !this.#hasAnswered) return;
			this.#unanswered += 1;
			if (this.#unanswered > MAX_UNANSWERED) endThread(worker);
			else send(worker, PING);
		}, this.#options.pingEveryMs ?? PING_EVERY_MS).unref();
	}

	#ended(worker: Worker, code: number): void {
		if (this.#worker === worker) this.#worker = undefined;
		this.#endedMs = performance.now();
		this.#failures = this.#hasAnswered ? 0 : this.#failures + 1;
		const message = `The thread with the code of the site ended (exit code ${code})`;
		if (!this.#isClosed) {
			this.problem ??= message;
			this.#options.log.warn({ code }, message);
		}
		for (const { reject } of this.#waiting.values()) reject(new CodeThreadEndedError(message));
		this.#waiting.clear();
	}
}

const PING: ToCodeThread = { id: PING_ID, call: "ping", input: undefined };

function send(worker: Worker, message: ToCodeThread): void {
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
	worker.postMessage(message);
}
