import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Releases memory that a thread no longer needs. V8 itself waits until it needs more memory. The
 * call blocks the thread for about a tenth of a second.
 */
export function releaseMemory(): void {
	// Node has no other way to expose the garbage collector to a running process.
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as NodeJS.GCFunction;
	setFlagsFromString("--no-expose-gc");
	collect({ type: "major", flavor: "last-resort" });
}
