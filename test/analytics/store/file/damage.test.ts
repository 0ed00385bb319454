import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AnalyticsStore, openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { testAnalytics } from "../../../support/analytics-service.ts";
import { isLong, lengthsOf } from "../../../support/lengths.ts";
import { newPageView } from "../../../support/new-event.ts";
import { pseudoRandom } from "../../../support/pseudo-random.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { rounds } = lengthsOf("test/analytics/store/file/damage.test.ts");
const NOON = Date.UTC(2026, 0, 15, 12);
const BATCHES = 60;

test("a write-ahead log cut anywhere leaves whole batches, in order, with totals that agree", () => {
	const folder = temporaryFolder();
	const path = filledStore(folder);
	const log = readFileSync(`${path}-wal`);
	for (let round = 0; round < rounds; round += 1) {
		const copy = join(folder, `cut-${round}.sqlite`);
		copyFileSync(path, copy);
		copyFileSync(`${path}-wal`, `${copy}-wal`);
		truncateSync(`${copy}-wal`, Math.floor((log.length * round) / rounds));

		const store = openStore(copy, NOON);

		expect(store.status().setAside).toBeUndefined();
		const events = store.events.count();
		expect(events % 3).toBe(0);
		expect(viewsOf(store)).toBe(events);
		store.close();
	}
});

test("a file with flipped bytes is opened or set aside, and takes events again either way", () => {
	const folder = temporaryFolder();
	const path = filledStore(folder);
	const sound = join(folder, "sound.sqlite");
	closeInto(path, sound);
	const random = isLong ? Math.random : pseudoRandom(1);
	for (let round = 0; round < Math.ceil(rounds / 10); round += 1) {
		const copy = join(folder, `flipped-${round}.sqlite`);
		writeFileSync(copy, withFlippedBytes(readFileSync(sound), random));

		const stored = storeAfterRestarts(copy);

		expect(stored).toBe(true);
	}
});

test("a file that is no database is set aside under a name that tells when, which readiness names", async () => {
	const path = join(temporaryFolder(), "events.sqlite");
	writeFileSync(path, "This is not a database, but it is long enough to look at.".repeat(100));
	const { service, store } = testAnalytics({ storePath: path, now: NOON });

	const response = await service.inject("/readyz");

	const setAside = `${path}.damaged-2026-01-15T12-00-00-000Z`;
	expect(store.status().setAside).toBe(setAside);
	expect(existsSync(setAside)).toBe(true);
	expect(response.statusCode).toBe(200);
	expect(response.json().problems).toEqual([`A damaged file was set aside as "${setAside}"`]);
});

/** A store whose last batches are in its log only, as after a crash. @returns Its path. */
function filledStore(folder: string): string {
	const path = join(folder, "events.sqlite");
	const store = openStore(path, NOON);
	for (let batch = 0; batch < BATCHES; batch += 1) {
		store.writeBatch(
			[0, 1, 2].map((index) => newPageView({ timestamp: NOON, page: `/${batch}-${index}` })),
		);
	}
	const copy = join(folder, "crashed.sqlite");
	copyFileSync(path, copy);
	copyFileSync(`${path}-wal`, `${copy}-wal`);
	store.close();
	return copy;
}

/** Folds the log into the file. */
function closeInto(path: string, target: string): void {
	copyFileSync(path, target);
	copyFileSync(`${path}-wal`, `${target}-wal`);
	openStore(target, NOON).close();
}

/** Damage deep in a table shows when it is used; the start after that sets the file aside. */
function storeAfterRestarts(path: string): boolean {
	for (let start = 0; start < 2; start += 1) {
		const store = openStore(path, NOON + start);
		try {
			const outcome = store.writeBatch([newPageView()]);
			return outcome.stored === 1;
		} catch {
			expect(store.status().damage).toBe("while-writing");
		} finally {
			store.close();
		}
	}
	return false;
}

function viewsOf(store: AnalyticsStore): number {
	const day = dayOf(NOON);
	return store.rollUps.totals({ from: day, to: day + 1 }).views;
}

const FLIPS = 200;

function withFlippedBytes(bytes: Buffer, random: () => number): Buffer {
	for (let flip = 0; flip < FLIPS; flip += 1) {
		const position = Math.floor(random() * bytes.length);
		bytes[position] = (bytes[position] ?? 0) ^ (1 << Math.floor(random() * 8));
	}
	return bytes;
}
