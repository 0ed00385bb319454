import { expect, test } from "vitest";
import { newPageViews } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { testStore } from "../../../support/test-store.ts";

test("a log of some size is copied into the file when no request waits", () => {
	const { store, pages, writeUntil } = storeInFolder();
	writeUntil(1_000);

	store.checkpoint({ isIdle: true });

	expect(pages()).toBe(0);
});

test("under load the same log may grow, so that a page that changes often is copied once", () => {
	const { store, pages, writeUntil } = storeInFolder();
	writeUntil(1_000);

	store.checkpoint({ isIdle: false });
	const early = pages();
	writeUntil(6_000);
	store.checkpoint({ isIdle: false });

	expect(early).toBeGreaterThanOrEqual(1_000);
	expect(pages()).toBe(0);
});

test("a store that is closed has nothing to copy", () => {
	const { store } = storeInFolder();
	store.close();

	expect(() => store.checkpoint({ isIdle: true })).not.toThrow();
});

function storeInFolder() {
	const { store, path } = testStore();
	const look = openFile(path).prepare("PRAGMA wal_checkpoint(NOOP)");
	/** Pages of the log that are not in the file yet. */
	const pages = (): number => {
		const state = look.get();
		return Number(state?.["log"]) - Number(state?.["checkpointed"]);
	};
	const writeUntil = (count: number): void => {
		while (pages() < count) {
			const views = newPageViews(200);
			store.writeBatch(views);
		}
	};
	return { store, pages, writeUntil };
}
