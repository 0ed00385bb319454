import { pathToFileURL } from "node:url";
import { WorkerCalls } from "../../platform/workers/worker-calls.ts";
import type { SiteCode } from "../content/site-code.ts";
import type { CodeCalls, Streamed } from "../pages/code-runner.ts";
import type { PageAnswers } from "./answer-questions.ts";
import { codeEnvironment } from "./code-environment.ts";

export interface CodeHostOptions extends Pick<SiteCode, "module" | "siteFolder" | "basePath"> {
	readonly log: CodeLog;
	/** Answers questions about pages; absent: code cannot ask. */
	readonly pages?: PageAnswers;
	/** Interval of pings; absent: {@link PING_EVERY_MS}. */
	readonly pingEveryMs?: number;
}

/** Log methods that the code needs. The thread that reads the folder has only these. */
export interface CodeLog {
	error(details: object, message: string): void;
	warn(details: object, message: string): void;
}

const CALL_LIMIT_MS = 10_000;

const PING_EVERY_MS = 1000;

/**
 * Code that needs more memory ends its thread, but not the process. A rendering creates megabytes of short-lived
 * objects: the young generation of the process would move many of them to the old one.
 */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

/** Delays before the restarts of a thread that ends before its first answer. */
const BACK_OFF_MS = [0, 500, 2000, 10_000];

/**
 * Runs the code of a site folder in a separate thread. If the code ends or blocks its thread, the
 * pending calls fail and the next call starts another thread; the process continues.
 */
export class CodeHost {
	/** Shown by `/readyz`: an error or exit of the thread, or a failed component. */
	problem: string | undefined;
	readonly #calls: WorkerCalls<CodeCalls>;
	readonly #questions: ReturnType<PageAnswers["open"]> | undefined;
	#ending = new AbortController();

	constructor({
		module,
		siteFolder,
		basePath,
		pages,
		log,
		pingEveryMs = PING_EVERY_MS,
	}: CodeHostOptions) {
		this.#questions = pages?.open();
		this.#calls = new WorkerCalls({
			title: "The code of the site",
			entry: pathToFileURL(module),
			data: { siteFolder, basePath, questions: this.#questions?.name },
			env: codeEnvironment(process.env),
			// Stacks name files of the site folder.
			execArgv: ["--enable-source-maps"],
			memory: MEMORY,
			limitMs: CALL_LIMIT_MS,
			backOffMs: BACK_OFF_MS,
			pingEveryMs,
			onError: (error) => {
				this.problem = `The code of the site has failed: ${error.message}`;
				log.error({ err: error }, "The code of the site has failed");
			},
			onExit: (message) => {
				this.#endStreams();
				this.problem ??= message;
				log.warn({}, message);
			},
		});
	}

	/** @see {@link WorkerCalls.ask} */
	async ask<Call extends keyof CodeCalls>(
		call: Call,
		input: CodeCalls[Call]["input"],
		limitMs?: number,
	): Promise<CodeCalls[Call]["output"]> {
		const { signal } = this.#ending;
		const output = await this.#calls.ask(call, input, limitMs);
		const { rest } = Object(output) as Streamed<unknown>;
		// A stream from a thread does not notice the end of the thread; a port does.
		if (!(rest instanceof ReadableStream)) return output;
		const through = new TransformStream({}, undefined, { highWaterMark: 0 });
		return { ...output, rest: rest.pipeThrough(through, { signal }) };
	}

	close(): Promise<void> {
		this.#endStreams();
		this.#questions?.close();
		return this.#calls.close();
	}

	#endStreams(): void {
		this.#ending.abort(new Error("The thread with the code of the site ended"));
		this.#ending = new AbortController();
	}
}
