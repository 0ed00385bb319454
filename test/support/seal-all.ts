import { openReader } from "../../src/analytics/query/threads/reader.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import { type SealStep, sealDay } from "../../src/analytics/store/columns/seal-days.ts";

/** Seals every day before `today`, like the service. */
export function sealAll(store: AnalyticsStore, today: number): void {
	const reader = openReader(store.path);
	try {
		let step: SealStep | undefined;
		do {
			step = sealDay({ from: reader, storePath: store.path, today, after: step });
			if (step?.counted !== undefined) store.dayTotals.save(step.counted);
		} while (step !== undefined);
	} finally {
		reader.database.close();
	}
}
