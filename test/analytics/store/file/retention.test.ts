import { statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { type AnalyticsStore, openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../../../src/analytics/store/totals/roll-up.ts";
import { NOON, newPageView, newPageViews } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { storePath, testStore } from "../../../support/test-store.ts";

const NO_CAP = 1e12;

test("raw events older than the retention are deleted, their totals stay", () => {
	const { store } = testStore();
	store.writeBatch([
		newPageView({ timestamp: NOON - 10 * DAY_MS, page: "/old" }),
		newPageView({ timestamp: NOON, page: "/new" }),
	]);

	store.maintain({ retentionDays: 7, maxFileBytes: NO_CAP }, NOON);

	expect(store.events.count()).toBe(1);
	expect(viewsOfLastDays(store, 30)).toBe(2);
});

test("at most a twentieth of the events is deleted by age in an hour", () => {
	const { store } = testStore();
	store.writeBatch(newPageViews(200, (index) => ({ timestamp: NOON + index, page: "/" })));
	const future = NOON + 500 * DAY_MS;

	for (let turn = 0; turn < 5; turn += 1) {
		store.maintain({ retentionDays: 400, maxFileBytes: NO_CAP }, future + turn * 10_000);
	}
	const afterAnHour = store.events.count();
	store.maintain({ retentionDays: 400, maxFileBytes: NO_CAP }, future + HOUR_MS);

	expect(afterAnHour).toBe(190);
	expect(store.events.count()).toBe(180);
	// What was deleted is older than this; what is there may be imported again.
	expect(store.keptSince({ retentionDays: 400, maxFileBytes: NO_CAP }, NOON + 1_000)).toBe(
		NOON + 20,
	);
});

test("no statement of the store reads all events, however few it answers with", () => {
	const path = storePath();
	// The statements that create a file are not recorded.
	openStore(path, NOON).close();
	const statements = recordStatements();
	const store = openStore(path, NOON);
	const log = store.openShipping();
	const event = newPageView();
	store.writeBatch([event, newPageView({ timestamp: NOON - 10 * DAY_MS, page: "/old" })]);
	store.maintain({ retentionDays: 7, maxFileBytes: NO_CAP }, NOON);
	store.events.newerThan(0, 10);
	store.events.find(event.uuid);
	store.events.lastId();
	store.events.count();
	store.dayTotals.of(dayOf(NOON));
	expect([...store.dayTotals.withoutEvents({ from: 0, to: dayOf(NOON) + 1 })]).toHaveLength(1);
	expect([log.waiting(), log.waitingSince()]).toEqual([1, NOON]);
	expect(store.erasePerson(event.distinctId).events).toBe(1);
	store.close();

	const readingAll = [...statements]
		.filter((sql) => !/ LIMIT /.test(sql))
		.filter((sql) => readsAllEvents(path, sql));

	// Called by tests and benches alone.
	expect(readingAll).toEqual(["SELECT count(*) AS count FROM events"]);
});

/** Every statement of stores that are opened later, with question marks for values. */
function recordStatements(): ReadonlySet<string> {
	const statements = new Set<string>();
	const { prepare, createTagStore } = DatabaseSync.prototype;
	const spies = [
		vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
			this: DatabaseSync,
			sql,
		) {
			statements.add(sql);
			return prepare.call(this, sql);
		}),
		vi.spyOn(DatabaseSync.prototype, "createTagStore").mockImplementation(function (
			this: DatabaseSync,
		) {
			return new Proxy(createTagStore.call(this), {
				get:
					(tags, method: "all" | "get" | "run") =>
					(strings: TemplateStringsArray, ...values: SQLInputValue[]) => {
						statements.add(strings.join("?"));
						return tags[method](strings, ...values);
					},
			});
		}),
	];
	onTestFinished(() => {
		for (const spy of spies) spy.mockRestore();
	});
	return statements;
}

test("file and log together stay below the cap, in a flood as well, and the oldest raw events go first", () => {
	const { store, path } = testStore();
	const maxFileBytes = 16 * 1024 * 1024;
	store.maintain({ retentionDays: 400, maxFileBytes }, NOON);
	let largest = 0;

	for (let batch = 0; batch < 80; batch += 1) {
		const events = newPageViews(500, (index) => ({
			timestamp: NOON + batch * 500 + index,
			page: "/",
		}));
		store.writeBatch(events);
		store.checkpoint({ isIdle: batch % 2 === 0 });
		if (batch % 20 === 0) store.maintain({ retentionDays: 400, maxFileBytes }, NOON);
		largest = Math.max(largest, statSync(path).size + statSync(`${path}-wal`).size);
	}

	expect(largest).toBeLessThanOrEqual(maxFileBytes);
	expect(store.events.count()).toBeGreaterThan(4_000);
	const [oldest] = store.events.page({ from: 0, to: 1e15, order: "oldest-first", limit: 1 });
	expect(oldest?.timestamp).toBeGreaterThan(NOON);
	expect(viewsOfLastDays(store, 2)).toBe(40_000);
});

function readsAllEvents(path: string, sql: string): boolean {
	const plan = openFile(path).prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
	return plan.some(({ detail }) => /^SCAN events\b/.test(String(detail)));
}

function viewsOfLastDays(store: AnalyticsStore, days: number): number {
	const today = dayOf(NOON);
	return store.rollUps.totals({ from: today + 1 - days, to: today + 1 }).views;
}
