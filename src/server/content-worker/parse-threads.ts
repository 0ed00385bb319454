import { WorkerCalls } from "../../platform/workers/worker-calls.ts";
import type { PageReader, PageReading, PageSource } from "../content/pages/page-reader.ts";
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
		readonly input: readonly PageSource[];
		readonly output: readonly PageReading[];
	};
}

/** Few enough that all threads end at about the same time. */
const FILES_AT_ONCE = 20;

/** While a helper reads, its next files wait in its thread. */
const CALLS_AT_ONCE = 2;

/** Parsing creates much garbage and retains little. The process retains a helper's memory for a while. */
const MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/**
 * Reads and parses many page files in several threads, which end with the last file. Each thread
 * gets its next files when it has read others, so that no thread waits for another. This thread reads
 * the files of a helper that fails.
 *
 * @returns Readings in the order of the sources.
 */
export async function readInThreads(
	sources: readonly PageSource[],
	{ entry, siteFolder, markdown, current, readHere }: ParseThreadsOptions,
): Promise<readonly PageReading[]> {
	const parts = Array.from({ length: Math.ceil(sources.length / FILES_AT_ONCE) }, (_, index) =>
		sources.slice(index * FILES_AT_ONCE, (index + 1) * FILES_AT_ONCE),
	);
	const results: (readonly PageReading[])[] = [];
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
