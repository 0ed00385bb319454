import { openReader } from "../../src/analytics/query/threads/reader.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import { sealDay } from "../../src/analytics/store/columns/seal-days.ts";

/** Seals every day before `today`, like the service. */
export function sealAll(store: AnalyticsStore, today: number): void {
	const reader = openReader(store.path);
	try {
		let before: number | undefined;
		for (;;) {
			const sealed = sealDay({ from: reader, storePath: store.path, today, before });
			if (sealed === undefined) return;
			if (sealed.counted !== undefined) store.dayTotals.save(sealed.counted);
			before = sealed.day;
		}
	} finally {
		reader.database.close();
	}
}
