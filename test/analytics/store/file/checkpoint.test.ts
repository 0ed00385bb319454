import { expect, test } from "vitest";
import type { AnalyticsStore } from "../../../../src/analytics/store/analytics-store.ts";
import { openStore } from "../../../../src/analytics/store/open-store.ts";
import { temporaryFolder } from "../../../support/analytics-service.ts";
import { newPageView } from "../../../support/new-event.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

test("a log of some size is copied into the file when nobody waits", () => {
	const store = storeInFolder();
	writeUntilLogHas(1_000, store);

	store.checkpoint({ isIdle: true });

	expect(waitingPages(store)).toBe(0);
	store.close();
});

test("under load the same log may grow, so that a page that changes often is copied once", () => {
	const store = storeInFolder();
	writeUntilLogHas(1_000, store);

	store.checkpoint({ isIdle: false });
	const early = waitingPages(store);
	writeUntilLogHas(6_000, store);
	store.checkpoint({ isIdle: false });

	expect(early).toBeGreaterThanOrEqual(1_000);
	expect(waitingPages(store)).toBe(0);
	store.close();
});

test("a store that is closed has nothing to copy", () => {
	const store = storeInFolder();
	store.close();

	expect(() => store.checkpoint({ isIdle: true })).not.toThrow();
});

function storeInFolder(): AnalyticsStore {
	return openStore(`${temporaryFolder()}/events.sqlite`, NOON);
}

function writeUntilLogHas(pages: number, store: AnalyticsStore): void {
	while (waitingPages(store) < pages) {
		const views = Array.from({ length: 200 }, () => newPageView({ timestamp: NOON, page: "/" }));
		store.writeBatch(views);
	}
}

function waitingPages({ database }: AnalyticsStore): number {
	const state = database.prepare("PRAGMA wal_checkpoint(NOOP)").get();
	return Number(state?.["log"]) - Number(state?.["checkpointed"]);
}
