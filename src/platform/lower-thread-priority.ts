import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** A third of the processor where both want all of it, and all of it where nobody else wants any. */
const NICENESS = 5;

/**
 * Has this thread give way to the others of the process, so that work in the background makes
 * no visitor wait on a machine with few processors. Linux counts threads like processes;
 * elsewhere nothing happens.
 */
export function lowerThreadPriority(): void {
	try {
		// Such as "7/task/12": the link is that of the thread that reads it.
		const id = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
		setPriority(id, NICENESS);
	} catch {
		// Without it the thread has as much as the others, as threads do.
	}
}
