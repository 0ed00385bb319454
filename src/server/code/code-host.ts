import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { endThread } from "../../platform/end-thread.ts";
import type { SiteCode } from "../content/site-code.ts";
import type { CodeCalls } from "../pages/code-runner.ts";

export interface CodeHostOptions extends Pick<SiteCode, "module" | "siteFolder" | "basePath"> {
	readonly log: CodeLog;
	/** Time-out of a call; absent: {@link CALL_LIMIT_MS}. */
	readonly callLimitMs?: number;
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

/** A thread that does not answer a ping is blocked by its code. */
const PING_LIMIT_MS = 1000;

/** Code that needs more memory ends its thread, but not the process. */
const HEAP_MB = 512;

/** Delays before the restarts of an ended thread, longer with each failure. */
const RESTART_AFTER_MS = [0, 500, 2000, 10_000];

/** A thread that runs longer resets the restart delay. Most broken threads fail much earlier. */
const STABLE_AFTER_MS = 30_000;

interface Waiting {
	readonly resolve: (output: never) => void;
	readonly reject: (error: Error) => void;
}

/**
 * Runs the code of a site folder in a separate thread. If the code ends or blocks its thread, the
 * pending calls fail and the thread is restarted; the process continues.
 */
export class CodeHost {
	/** Shown by `/readyz`: an error or exit of the thread, or a failed component. */
	problem: string | undefined;
	readonly #options: CodeHostOptions;
	readonly #waiting = new Map<number, Waiting>();
	#worker: Worker | undefined;
	#startedMs = 0;
	#starting: Promise<Worker> | undefined;
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
		const worker = await this.#ready();
		this.#lastId += 1;
		const id = this.#lastId;
		const { promise, resolve, reject } = Promise.withResolvers<CodeCalls[Call]["output"]>();
		this.#waiting.set(id, { resolve, reject });
		const timer = setTimeout(() => {
			reject(new CodeTimeoutError(`The code of the site took longer than ${limitMs / 1000} s`));
			if (call === "ping") endThread(worker);
			else this.ask("ping", undefined, PING_LIMIT_MS).catch(() => undefined);
		}, limitMs);
		const message: ToCodeThread = { id, call, input };
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
		worker.postMessage(message);
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

	#ready(): Promise<Worker> {
		if (this.#worker !== undefined) return Promise.resolve(this.#worker);
		if (this.#isClosed) return Promise.reject(new CodeThreadEndedError("The site is closing"));
		this.#starting ??= this.#start().finally(() => {
			this.#starting = undefined;
		});
		return this.#starting;
	}

	async #start(): Promise<Worker> {
		const delayMs = RESTART_AFTER_MS[Math.min(this.#failures, RESTART_AFTER_MS.length - 1)];
		await delay(delayMs);
		const { module, siteFolder, basePath, log } = this.#options;
		const worker = new Worker(pathToFileURL(module), {
			workerData: { siteFolder, basePath },
			resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
		});
		worker.unref();
		this.#worker = worker;
		this.#startedMs = performance.now();
		worker.on("message", (message: FromCodeThread) => {
			const waiting = this.#waiting.get(message.id);
			if ("error" in message) waiting?.reject(message.error);
			else waiting?.resolve(message.output as never);
		});
		worker.on("error", (error) => {
			this.problem = `The code of the site has failed: ${error instanceof Error ? error.message : String(error)}`;
			log.error({ err: error }, "The code of the site has failed");
		});
		worker.once("exit", (code) => this.#ended(worker, code));
		return worker;
	}

	#ended(worker: Worker, code: number): void {
		if (this.#worker === worker) this.#worker = undefined;
		const isStable = performance.now() - this.#startedMs > STABLE_AFTER_MS;
		this.#failures = isStable ? 0 : this.#failures + 1;
		const message = `The thread with the code of the site ended (exit code ${code})`;
		if (!this.#isClosed) {
			this.problem ??= message;
			this.#options.log.warn({ code }, message);
		}
		for (const { reject } of this.#waiting.values()) reject(new CodeThreadEndedError(message));
		this.#waiting.clear();
	}
}
