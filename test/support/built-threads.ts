import { syncBuiltinESMExports } from "node:module";
import workers, { type WorkerOptions } from "node:worker_threads";

/**
 * A thread of the analytics service that starts from its sources reads eighty files and takes a quarter of a
 * second of a processor; from the build that every run makes first, it takes a fifth of that. Hundreds of
 * tests start one.
 */
const BUILT = new URL("../../dist/analytics/reading-thread.js", import.meta.url);
const SOURCES = new URL("../../src/analytics/reading-thread.ts", import.meta.url);

const { Worker } = workers;

class WorkerOfBuild extends Worker {
	constructor(entry: string | URL, options?: WorkerOptions) {
		super(String(entry) === SOURCES.href ? BUILT : entry, options);
	}
}

// Files of a worker share it, and each runs this again.
if (Worker.name !== WorkerOfBuild.name) {
	Object.assign(workers, { Worker: WorkerOfBuild });
	syncBuiltinESMExports();
}
