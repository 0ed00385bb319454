import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { StoreUnavailableError } from "../../../src/analytics/errors.ts";
import { Backlog } from "../../../src/analytics/ingest/backlog.ts";
import type { StagedQueue } from "../../../src/analytics/store/analytics-store.ts";
import { packStaged } from "../../../src/analytics/store/staged-format.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY, storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { callApi } from "../../support/call-api.ts";
import { newPageView } from "../../support/new-event.ts";

afterEach(() => {
	vi.useRealTimers();
});

test("a large batch is answered when all of it is on disk, and written afterwards", async () => {
	const { service, store, path, metrics } = testAnalytics();

	const response = await service.inject(batchOf(1_200));

	expect(response.statusCode).toBe(200);
	expect(onDisk(path)).toBe(1_200);
	await vi.waitFor(() => expect(store.staged.waiting()).toBe(0));
	expect(store.events.count()).toBe(1_200);
	expect(metrics.render()).toContain("analytics_events_stored_total 1200\n");
});

test("what comes behind a large batch stays behind it", async () => {
	const { service, store } = testAnalytics();

	await service.inject(batchOf(3_000));
	await service.inject(batchOf(1, { $set: { plan: "last" } }));

	const events = storedEvents(store);
	expect(events).toHaveLength(3_001);
	expect(store.persons.find("u1")?.properties).toMatchObject({ plan: "last" });
	const newest = store.events.newerThan(store.events.lastId() - 1, 1);
	expect(newest[0]?.personChange?.set).toEqual({ plan: "last" });
});

test("whoever asks for figures behind a large batch finds all of it in them", async () => {
	const { service } = startAnalytics();
	await service.inject(batchOf(2_000));

	const { body } = await callApi(service, "/api/v1/export/events.jsonl");

	expect(body.trim().split("\n")).toHaveLength(2_000);
});

test("a service that closes has written what it staged", async () => {
	const { service, path } = testAnalytics();
	await service.inject(batchOf(2_000));

	await service.close();

	const database = new DatabaseSync(path);
	expect(database.prepare("SELECT count(*) AS count FROM events").get()).toEqual({ count: 2_000 });
	database.close();
});

test("a large batch that finds no room to wait is asked to come back, and leaves nothing", () => {
	const added: number[] = [];
	const backlog = backlogOf({
		...NO_QUEUE,
		waiting: () => 8,
		add: ({ length }) => added.push(length),
	});
	const request = backlog.begin();
	request.add(packStaged([view(), view(), view()]));

	expect(() => request.commit()).toThrow(StoreUnavailableError);
	request.end();

	expect(added).toEqual([]);
});

test("while a large request is read, nothing is folded; then all of it is", async () => {
	let waiting = 3;
	const backlog = backlogOf({
		...NO_QUEUE,
		waiting: () => waiting,
		fold: () => ({ stored: waiting--, repeated: 0 }),
	});
	const request = backlog.begin();
	await setImmediate();
	await setImmediate();
	const before = waiting;
	request.end();

	await vi.waitFor(() => expect(waiting).toBe(0));

	expect(before).toBe(3);
});

test("a large body that is announced puts folding off once, and not for ever", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
	let waiting = 2;
	const backlog = backlogOf({
		...NO_QUEUE,
		waiting: () => waiting,
		fold: () => ({ stored: waiting--, repeated: 0 }),
	});
	backlog.rest();
	await setImmediate();
	await setImmediate();
	const before = waiting;

	vi.advanceTimersByTime(40);
	backlog.rest();
	vi.advanceTimersByTime(20);
	await setImmediate();
	await setImmediate();

	expect(before).toBe(2);
	expect(waiting).toBeLessThan(2);
});

test("a disk that refuses is tried again", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	let waiting = 1;
	let isFull = true;
	const stored: number[] = [];
	const queue: StagedQueue = {
		...NO_QUEUE,
		waiting: () => waiting,
		fold: () => {
			if (isFull) throw new StoreUnavailableError("The disk is full");
			waiting = 0;
			return { stored: 1, repeated: 0 };
		},
	};
	backlogOf(queue, stored);
	await setImmediate();
	await setImmediate();
	isFull = false;
	expect(stored).toEqual([]);

	vi.advanceTimersByTime(1_000);
	await setImmediate();

	expect(stored).toEqual([1]);
});

const NO_QUEUE: StagedQueue = {
	add: () => {},
	readRawWith: () => {},
	fold: () => undefined,
	foldAll: () => {},
	waiting: () => 0,
};

function backlogOf(staged: StagedQueue, stored: number[] = []): Backlog {
	return new Backlog({
		staged,
		folded: (outcome) => stored.push(outcome.stored),
		tidyUp: () => {},
		maxEvents: 10,
		log: { error: () => {} },
	});
}

function view() {
	return newPageView({ timestamp: Date.UTC(2026, 0, 15), page: "/" });
}

function batchOf(size: number, extra: object = {}) {
	const batch = Array.from({ length: size }, (_, index) => ({
		uuid: crypto.randomUUID(),
		event: "order completed",
		distinct_id: `u${(index % 10) + 1}`,
		$set: { plan: "first" },
		...extra,
	}));
	const payload = JSON.stringify({ api_key: PROJECT_KEY, batch });
	return { method: "POST", url: "/batch/", payload } as const;
}

/** Events that survive the process, by what another one reads. */
function onDisk(path: string): number {
	const database = new DatabaseSync(path, { readOnly: true });
	const sql = `SELECT (SELECT count(*) FROM events) +
		(SELECT coalesce(sum(count), 0) FROM staged_events) AS count`;
	const row = database.prepare(sql).get();
	database.close();
	return Number(row?.["count"]);
}
