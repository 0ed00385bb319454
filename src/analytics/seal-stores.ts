import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { QueryThreads } from "./query/thread-answers.ts";
import { ReadingThreads } from "./query/threads/reading-threads.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";
import { dayOf } from "./store/totals/roll-up.ts";

export interface SealedStores {
	/** The stores that are open now. */
	readonly stores: () => readonly Pick<AnalyticsStore, "path" | "noteDamage">[];
	readonly log: Pick<Logger, "error">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Ends the work. */
	readonly signal: AbortSignal;
}

/** Interval between passes. Questions read days without a file from their rows meanwhile. */
const INTERVAL_MS = 5 * 60_000;

/** Writes the column files of days that are over, in a separate thread, and again after a change of a day. */
export async function sealStores({ stores, log, now, signal }: SealedStores): Promise<void> {
	while (!signal.aborted) {
		for (const store of stores()) {
			const threads: QueryThreads = new ReadingThreads(store.path);
			try {
				while (!signal.aborted && (await threads.ask("seal-day", dayOf(now()))));
			} catch (error) {
				if (signal.aborted) return;
				store.noteDamage(error);
				// The disk is probably full. The next pass retries.
				log.error({ err: error }, "A day could not be sealed");
			} finally {
				await threads.close();
			}
		}
		await setTimeout(INTERVAL_MS, undefined, { ref: false, signal }).catch(() => undefined);
	}
}
