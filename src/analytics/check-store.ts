import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { QueryThreads } from "./query/thread-answers.ts";
import { ReadingThreads } from "./query/threads/reading-threads.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";
import { CHECK_START, type CheckPosition } from "./store/file/check-slice.ts";

export interface CheckedStore {
	readonly store: Pick<AnalyticsStore, "path" | "noteDamage">;
	readonly log: Pick<Logger, "info" | "error">;
	/** Ends the check. */
	readonly signal: AbortSignal;
}

/** Ratio of a pause to the slice before it, so that the check uses at most 5 % of one processor. */
const PAUSE_SHARE = 19;

/** Reads the whole file once, slice by slice in its own thread, and reports damage to the store. */
export async function checkStore({ store, log, signal }: CheckedStore): Promise<void> {
	const threads: QueryThreads = new ReadingThreads(store.path);
	try {
		let position: CheckPosition | undefined = CHECK_START;
		while (position !== undefined && !signal.aborted) {
			const start = performance.now();
			position = await threads.ask("check-slice", position);
			const pauseMs = (performance.now() - start) * PAUSE_SHARE;
			await setTimeout(pauseMs, undefined, { ref: false });
		}
		if (!signal.aborted) log.info("The check of the store's file found no damage");
	} catch (error) {
		if (signal.aborted) return;
		store.noteDamage(error);
		log.error({ err: error }, "The check of the store's file failed");
	} finally {
		await threads.close();
	}
}
