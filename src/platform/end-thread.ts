import type { Worker } from "node:worker_threads";

/** Ends a thread, and does not wait for its end. */
export function endThread(thread: Worker): void {
	// The `exit` event reports the end. The promise waits for the same event, and has no failure of its own.
	thread.terminate().catch(() => undefined);
}
