import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { PageFileReading, PageJob, PageReader } from "../content/pages/page-reader.ts";
import type { SiteConfig } from "../content/site-config.ts";

export interface ParseThreadsOptions {
	/** The bundle of the content thread, which is also that of its helpers. */
	readonly entry: URL;
	readonly siteFolder: string;
	readonly markdown: SiteConfig["markdown"];
	/** Where each helper notes which file it reads; there are as many helpers. */
	readonly current: readonly SharedArrayBuffer[];
	/** Reads what a helper has left. */
	readonly readHere: PageReader;
}

/** What a helper is started with. */
export interface ParseThreadData extends Pick<ParseThreadsOptions, "siteFolder" | "markdown"> {
	readonly role: "parser";
	readonly jobs: readonly PageJob[];
	/** The index of the next job that no thread has taken yet, as one 32-bit integer. */
	readonly queue: SharedArrayBuffer;
	/** Where the helper notes which file it reads. */
	readonly current: SharedArrayBuffer;
}

/** Some jobs of the list that are done, or word that none is left. */
export type FromParseThread =
	| {
			readonly kind: "read";
			/** Index of the first of them. */
			readonly start: number;
			readonly readings: readonly PageFileReading[];
	  }
	| { readonly kind: "done" };

/** Few enough that all threads end together. */
const JOBS_AT_ONCE = 20;

/** Parsing makes much garbage and keeps little; what a helper takes, the process keeps for a while. */
const HELPER_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/**
 * Reads and parses many page files in several threads, which end with the last file. Each takes
 * the next jobs by itself, so that none waits for another. A helper that fails leaves its files
 * to this thread.
 *
 * @returns In the order of the jobs.
 */
export async function readInThreads(
	jobs: readonly PageJob[],
	{ entry, siteFolder, markdown, current, readHere }: ParseThreadsOptions,
): Promise<readonly PageFileReading[]> {
	const results: (PageFileReading | undefined)[] = [];
	const queue = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
	const helpers = current.map((memory) => {
		const workerData: ParseThreadData = {
			...{ role: "parser", siteFolder, markdown, jobs, queue },
			current: memory,
		};
		return new Worker(entry, { workerData, resourceLimits: HELPER_LIMITS });
	});
	await Promise.all(helpers.map(untilDone));
	await Promise.all(helpers.map((helper) => helper.terminate()));
	return jobs.flatMap((job, index) => results[index] ?? readHere([job]));

	/** Settles as well when the helper fails. */
	function untilDone(helper: Worker): Promise<void> {
		return new Promise((resolve) => {
			helper.on("message", (message: FromParseThread) => {
				if (message.kind === "done") return resolve();
				for (const [index, reading] of message.readings.entries()) {
					results[message.start + index] = reading;
				}
			});
			helper.once("error", () => resolve());
			helper.once("exit", () => resolve());
		});
	}
}

/** What a helper does. */
export async function helpToRead(
	{ jobs, queue }: Pick<ParseThreadData, "jobs" | "queue">,
	{ readHere, post }: HelpOptions,
): Promise<void> {
	const next = new Int32Array(queue);
	for (;;) {
		const start = Atomics.add(next, 0, JOBS_AT_ONCE);
		if (start >= jobs.length) return post({ kind: "done" });
		post({ kind: "read", start, readings: readHere(jobs.slice(start, start + JOBS_AT_ONCE)) });
		// So that messages are sent in between.
		await setImmediate();
	}
}

interface HelpOptions extends Pick<ParseThreadsOptions, "readHere"> {
	readonly post: (message: FromParseThread) => void;
}
