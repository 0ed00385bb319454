import { Worker } from "node:worker_threads";
import type { PageReader } from "../content/page-reader.ts";
import type { PageFileReading, PageJob } from "../content/read-page-file.ts";
import type { SiteConfig } from "../content/site-config.ts";

export interface ParseThreadsOptions {
	/** The bundle of the content thread, which is also that of its helpers. */
	readonly entry: URL;
	readonly siteFolder: string;
	readonly markdown: SiteConfig["markdown"];
	/** Including this thread, which works along. */
	readonly threads: number;
	/** What this thread does with jobs itself. */
	readonly readHere: PageReader;
}

/** What a helper is started with. */
export interface ParseThreadData extends Pick<ParseThreadsOptions, "siteFolder" | "markdown"> {
	readonly role: "parser";
}

/** Few enough that all threads end together, many enough that they need not ask all the time. */
const JOBS_AT_ONCE = 20;

/** So that this thread soon answers whoever asks it for something. */
const JOBS_BETWEEN_MESSAGES = 5;

/** Parsing makes much garbage and keeps little; what a helper takes, the process keeps for a while. */
const HELPER_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/**
 * Reads and parses many page files in several threads, which end with the last file. A helper
 * that fails leaves its files to this thread.
 *
 * @returns In the order of the jobs.
 */
export async function readInThreads(
	jobs: readonly PageJob[],
	options: ParseThreadsOptions,
): Promise<readonly PageFileReading[]> {
	const { entry, siteFolder, markdown, threads, readHere } = options;
	const results: (PageFileReading | undefined)[] = [];
	let next = 0;
	const workerData: ParseThreadData = { role: "parser", siteFolder, markdown };
	const helpers = Array.from(
		{ length: threads - 1 },
		() => new Worker(entry, { workerData, resourceLimits: HELPER_LIMITS }),
	);
	const finished = helpers.map(
		(helper) =>
			new Promise<void>((resolve) => {
				let start = 0;
				helper.on("message", (readings: readonly PageFileReading[]) => {
					for (const [index, reading] of readings.entries()) results[start + index] = reading;
					start = next;
					next = Math.min(next + JOBS_AT_ONCE, jobs.length);
					if (start === next) resolve();
					// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
					else helper.postMessage(jobs.slice(start, next));
				});
				helper.once("error", () => resolve());
				helper.once("exit", () => resolve());
			}),
	);
	while (next < jobs.length) {
		const start = next;
		next = Math.min(next + JOBS_BETWEEN_MESSAGES, jobs.length);
		for (const [index, reading] of readHere(jobs.slice(start, next)).entries()) {
			results[start + index] = reading;
		}
		// So that the helpers are given theirs.
		await new Promise((resolve) => setImmediate(resolve));
	}
	await Promise.all(finished);
	await Promise.all(helpers.map((helper) => helper.terminate()));
	return jobs.flatMap((job, index) => results[index] ?? readHere([job]));
}
