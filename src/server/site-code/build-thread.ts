import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { stop } from "esbuild";
import { buildCode, type CodeSources } from "./build-code.ts";
import { storeCode } from "./store-code.ts";

/** Input of a thread that builds the code of a site folder once, and exits to free the build's memory. */
export interface BuildThreadData extends CodeSources {
	/** Absolute; contains all data that outlives the process. */
	readonly dataFolder: string;
}

// The reader of the site folder passes this data.
const { dataFolder, ...sources } = workerData as BuildThreadData;
let service: ChildProcess | undefined;
// Node publishes each process that this thread starts.
subscribe("child_process", (started) => {
	service = Object(started).process;
});
const built = await buildCode(sources);
const result = "manifest" in built ? await storeCode(dataFolder, built) : built;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(result);
// A thread that ends before the service of esbuild leaves a zombie process.
service?.ref();
const ended = service && once(service, "exit");
await stop();
await ended;
process.exit();
