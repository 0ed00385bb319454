import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { QueryThreads } from "./query/thread-answers.ts";
import { ReadingThreads } from "./query/threads/reading-threads.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";
import type { SealStep } from "./store/columns/seal-days.ts";
import { dayOf } from "./store/totals/roll-up.ts";

type SealedStore = Pick<AnalyticsStore, "path" | "noteDamage"> & {
	readonly dayTotals: Pick<AnalyticsStore["dayTotals"], "save">;
};

export interface SealedStores {
	/** The stores that are open now. */
	readonly stores: () => readonly SealedStore[];
	readonly log: Pick<Logger, "error">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Ends the work. */
	readonly signal: AbortSignal;
}

/** Interval between passes. Questions read days without a file from their rows meanwhile. */
const INTERVAL_MS = 5 * 60_000;

/** Seals days that are over, in a separate thread, and again after a change of a day. */
export async function sealStores({ stores, log, now, signal }: SealedStores): Promise<void> {
	while (!signal.aborted) {
		for (const store of stores()) {
			try {
				await sealStore(store, dayOf(now()), signal);
			} catch (error) {
				if (signal.aborted) return;
				store.noteDamage(error);
				// The disk is probably full. The next pass retries.
				log.error({ err: error }, "A day could not be sealed");
			}
		}
		await setTimeout(INTERVAL_MS, undefined, { ref: false, signal }).catch(() => undefined);
	}
}

/** Seals each day once: a day that changes meanwhile waits for the next pass. */
export async function sealStore(
	store: SealedStore,
	today: number,
	signal: AbortSignal,
): Promise<void> {
	const threads: QueryThreads = new ReadingThreads(store.path);
	try {
		let step: SealStep | undefined;
		do {
			step = await threads.ask("seal-day", { today, after: step });
			if (signal.aborted) return;
			if (step?.counted !== undefined) store.dayTotals.save(step.counted);
		} while (step !== undefined);
	} finally {
		await threads.close();
	}
}
