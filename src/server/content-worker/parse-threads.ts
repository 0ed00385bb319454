import { WorkerCalls } from "../../platform/workers/worker-calls.ts";
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
	/** Memory for the current file of the helper. */
	readonly current: SharedArrayBuffer;
}

/** Calls of a helper. */
export interface ParseCalls {
	readonly read: {
		readonly input: readonly PageJob[];
		readonly output: readonly PageFileReading[];
	};
}

/** Few enough that all threads end at about the same time. */
const JOBS_AT_ONCE = 20;

/** While a helper reads, its next jobs wait in its thread. */
const CALLS_AT_ONCE = 2;

/** Parsing creates much garbage and retains little. The process retains a helper's memory for a while. */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/**
 * Reads and parses many page files in several threads, which end with the last file. Each thread
 * gets its next jobs when it has read others, so that no thread waits for another. This thread reads
 * the files of a helper that fails.
 *
 * @returns Readings in the order of the jobs.
 */
export async function readInThreads(
	jobs: readonly PageJob[],
	{ entry, siteFolder, markdown, current, readHere }: ParseThreadsOptions,
): Promise<readonly PageFileReading[]> {
	const parts = Array.from({ length: Math.ceil(jobs.length / JOBS_AT_ONCE) }, (_, index) =>
		jobs.slice(index * JOBS_AT_ONCE, (index + 1) * JOBS_AT_ONCE),
	);
	const results: (readonly PageFileReading[])[] = [];
	const queue = parts.entries();
	await Promise.all(current.map(readInHelper));
	return parts.flatMap((part, index) => results[index] ?? readHere(part));

	async function readInHelper(memory: SharedArrayBuffer): Promise<void> {
		const helper = new WorkerCalls<ParseCalls>({
			title: "A parsing thread",
			entry,
			data: { role: "parser", siteFolder, markdown, current: memory } satisfies ParseThreadData,
			memory: MEMORY,
		});
		const readNext = async (): Promise<void> => {
			for (const [index, part] of queue) results[index] = await helper.ask("read", part);
		};
		await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, readNext));
		await helper.close();
	}
}
