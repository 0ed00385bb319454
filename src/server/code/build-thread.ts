import { parentPort, workerData } from "node:worker_threads";
import { buildCode, type CodeSources } from "./build-code.ts";
import { storeCode } from "./store-code.ts";

/** Builds the code of a site folder once, and ends: what a build needs is memory that serving does not have. */
export interface BuildThreadData extends CodeSources {
	/** Absolute; for everything that outlives the process. */
	readonly dataFolder: string;
}

// The reader of the site folder started this thread with it.
const { dataFolder, ...sources } = workerData as BuildThreadData;
const built = await buildCode(sources);
const result = "manifest" in built ? await storeCode(dataFolder, built) : built;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(result);
// The service of esbuild would keep the thread.
process.exit();
