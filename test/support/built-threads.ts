import { syncBuiltinESMExports } from "node:module";
import workers, { type WorkerOptions } from "node:worker_threads";

/**
 * Threads of the analytics service start from the build instead of the sources. From the sources, a thread
 * reads 80 files and takes 250 ms of processor time. From the build, which every run makes first, it takes a
 * fifth of that. Hundreds of tests start a thread.
 */
const BUILT = new URL("../../dist/analytics/reading-thread.js", import.meta.url);
const SOURCES = new URL("../../src/analytics/reading-thread.ts", import.meta.url);

const { Worker } = workers;

class WorkerOfBuild extends Worker {
	constructor(entry: string | URL, options?: WorkerOptions) {
		super(String(entry) === SOURCES.href ? BUILT : entry, options);
	}
}

// Test files of a worker share the module, and each runs this code again.
if (Worker.name !== WorkerOfBuild.name) {
	Object.assign(workers, { Worker: WorkerOfBuild });
	syncBuiltinESMExports();
}
