import { Worker } from "node:worker_threads";
import type { PageReader } from "../content/pages/page-reader.ts";
import type { PageFileReading, PageJob } from "../content/pages/read-page-file.ts";
import type { SiteConfig } from "../content/site-config.ts";
import { withParsingSettings } from "./parsing-settings.ts";
import { SharedQueue } from "./shared-queue.ts";

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
	readonly jobs: readonly PageJob[];
	/** Of which jobs nobody has taken yet. */
	readonly queue: SharedArrayBuffer;
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

/** Few enough that all threads end together, and that this one soon answers whoever asks it for something. */
const JOBS_AT_ONCE = 20;

/** Parsing makes much garbage and keeps little; what a helper takes, the process keeps for a while. */
const HELPER_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/**
 * Reads and parses many page files in several threads, which end with the last file. Each takes
 * the next jobs by itself, so that none waits for another. A helper that fails leaves its files
 * to this thread.
 *
 * @returns In the order of the jobs, whoever has read them.
 */
export async function readInThreads(
	jobs: readonly PageJob[],
	{ entry, siteFolder, markdown, threads, readHere }: ParseThreadsOptions,
): Promise<readonly PageFileReading[]> {
	const results: (PageFileReading | undefined)[] = [];
	const queue = new SharedQueue(jobs.length);
	const workerData: ParseThreadData = {
		role: "parser",
		siteFolder,
		markdown,
		jobs,
		queue: queue.memory,
	};
	const helpers = Array.from(
		{ length: threads - 1 },
		() => new Worker(entry, { workerData, resourceLimits: HELPER_LIMITS }),
	);
	const finished = helpers.map((helper) => untilDone(helper, keep));
	await withParsingSettings(async () => {
		await readFromQueue(jobs, { queue, readHere, keep });
		await Promise.all(finished);
	});
	await Promise.all(helpers.map((helper) => helper.terminate()));
	return jobs.flatMap((job, index) => results[index] ?? readHere([job]));

	function keep(start: number, readings: readonly PageFileReading[]): void {
		for (const [index, reading] of readings.entries()) results[start + index] = reading;
	}
}

/** What a helper does. */
export async function helpToRead(
	{ jobs, queue }: ParseThreadData,
	{ readHere, post }: HelpOptions,
): Promise<void> {
	await readFromQueue(jobs, {
		queue: new SharedQueue(jobs.length, queue),
		readHere,
		keep: (start, readings) => post({ kind: "read", start, readings }),
	});
	post({ kind: "done" });
}

interface HelpOptions extends Pick<ParseThreadsOptions, "readHere"> {
	readonly post: (message: FromParseThread) => void;
}

type Keep = (start: number, readings: readonly PageFileReading[]) => void;

interface Reading extends Pick<ParseThreadsOptions, "readHere"> {
	readonly queue: SharedQueue;
	readonly keep: Keep;
}

async function readFromQueue(
	jobs: readonly PageJob[],
	{ queue, readHere, keep }: Reading,
): Promise<void> {
	for (;;) {
		const start = queue.take(JOBS_AT_ONCE);
		if (start === undefined) return;
		keep(start, readHere(jobs.slice(start, start + JOBS_AT_ONCE)));
		// So that messages are read and sent in between.
		await new Promise((resolve) => setImmediate(resolve));
	}
}

/** Settles as well when the helper fails. */
function untilDone(helper: Worker, keep: Keep): Promise<void> {
	return new Promise((resolve) => {
		helper.on("message", (message: FromParseThread) => {
			if (message.kind === "read") keep(message.start, message.readings);
			else resolve();
		});
		helper.once("error", () => resolve());
		helper.once("exit", () => resolve());
	});
}
