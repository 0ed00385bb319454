import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { PageFileReading, PageJob, PageReader } from "../content/pages/page-reader.ts";
import type { SiteConfig } from "../content/site-config.ts";

export interface ParseThreadsOptions {
	/** The bundle of the content thread and its helpers. */
	readonly entry: URL;
	readonly siteFolder: string;
	readonly markdown: SiteConfig["markdown"];
	/** Memory for the current file of each helper; one helper is started for each. */
	readonly current: readonly SharedArrayBuffer[];
	/** Reads the files that helpers have not read. */
	readonly readHere: PageReader;
}

/** Start data of a helper. */
export interface ParseThreadData extends Pick<ParseThreadsOptions, "siteFolder" | "markdown"> {
	readonly role: "parser";
	readonly jobs: readonly PageJob[];
	/** The index of the next job that no thread has taken yet, as one 32-bit integer. */
	readonly queue: SharedArrayBuffer;
	/** Memory for the current file of the helper. */
	readonly current: SharedArrayBuffer;
}

/** Results of some jobs, or the message that no job is left. */
export type FromParseThread =
	| {
			readonly kind: "read";
			/** Index of the first job. */
			readonly start: number;
			readonly readings: readonly PageFileReading[];
	  }
	| { readonly kind: "done" };

/** Few enough that all threads end at about the same time. */
const JOBS_AT_ONCE = 20;

/** Parsing creates much garbage and retains little. The process retains a helper's memory for a while. */
const HELPER_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/**
 * Reads and parses many page files in several threads, which end with the last file. Each thread
 * takes its next jobs from a shared queue, so that no thread waits for another. This thread reads
 * the files of a helper that fails.
 *
 * @returns Readings in the order of the jobs.
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

	/** Also resolves when the helper fails. */
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

/** Runs a helper: reads jobs of the queue until none is left. */
export async function helpToRead(
	{ jobs, queue }: Pick<ParseThreadData, "jobs" | "queue">,
	{ readHere, post }: HelpOptions,
): Promise<void> {
	const next = new Int32Array(queue);
	for (;;) {
		const start = Atomics.add(next, 0, JOBS_AT_ONCE);
		if (start >= jobs.length) return post({ kind: "done" });
		post({ kind: "read", start, readings: readHere(jobs.slice(start, start + JOBS_AT_ONCE)) });
		// Lets the thread send its messages.
		await setImmediate();
	}
}

interface HelpOptions extends Pick<ParseThreadsOptions, "readHere"> {
	readonly post: (message: FromParseThread) => void;
}
