import { expect, onTestFinished, test } from "vitest";
import type { Breakdown } from "../../../src/analytics/api-types/dimensions.ts";
import type { ValueCondition } from "../../../src/analytics/api-types/question.ts";
import type { AskedQuestion } from "../../../src/analytics/query/questions/engine-question.ts";
import type { QueryThreads } from "../../../src/analytics/query/thread-answers.ts";
import { ReadingThreads } from "../../../src/analytics/query/threads/reading-threads.ts";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { newPageView, newPageViews } from "../../support/new-event.ts";
import { openFile } from "../../support/open-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SIZE = { events: 0, persons: 0, oldest_event_at: null, newest_event_at: null };

test("a thread sees what was written before it was asked", async () => {
	const { store, threads } = storeWithThreads();

	expect(await threads.ask("data-size", undefined)).toEqual(SIZE);
	store.writeBatch([newPageView({ timestamp: 7, page: "/" })]);

	expect(await threads.ask("data-size", undefined)).toMatchObject({
		events: 1,
		oldest_event_at: "1970-01-01T00:00:00.007Z",
	});
});

test("questions wait for their turn, and those of a client that has left are not begun", async () => {
	const { threads } = storeWithThreads();
	const left = { destroyed: true };

	const answered = Array.from({ length: 20 }, () => threads.ask("data-size", undefined));
	let isSettled = false;
	const abandoned = threads.ask("data-size", undefined, left);
	abandoned.then(
		() => (isSettled = true),
		() => (isSettled = true),
	);

	expect(await Promise.all(answered)).toEqual(answered.map(() => SIZE));
	expect(await threads.ask("data-size", undefined)).toEqual(SIZE);
	expect(isSettled).toBe(false);
});

test("more questions than may wait are refused at once", async () => {
	const { threads } = storeWithThreads();

	const asked = Array.from({ length: 100 }, () => threads.ask("data-size", undefined));
	const outcomes = await Promise.allSettled(asked);

	const refused = outcomes.filter(({ status }) => status === "rejected");
	expect(refused).toHaveLength(100 - 64 - 2);
	expect(refused[0]).toMatchObject({ reason: { code: "ANALYTICS_STORE_UNAVAILABLE" } });
});

test("a question that fails says so, and the thread goes on", async () => {
	const { path, threads } = storeWithThreads();
	const database = openFile(path);
	await threads.ask("data-size", undefined);
	database.exec("ALTER TABLE persons RENAME TO people");

	await expect(threads.ask("data-size", undefined)).rejects.toThrow("no such table");
	database.exec("ALTER TABLE people RENAME TO persons");

	expect(await threads.ask("data-size", undefined)).toEqual(SIZE);
});

test("writing goes on while a thread reads", async () => {
	const { store, threads } = storeWithThreads();
	const events = newPageViews(20_000, (index) => ({
		timestamp: index * 1_000,
		page: `/${index % 50}`,
	}));
	store.writeBatch(events);
	const question = overviewOf(["page", "browser"], {
		...{ dimension: "page", operator: "is_not", values: ["/1"] },
	});

	const reading = threads.ask("query", question);
	let isRead = false;
	void reading.then(() => (isRead = true));
	// The first question starts the thread, so there is time enough for one write.
	const { stored } = store.writeBatch([newPageView({ timestamp: 1, page: "/late" })]);

	expect([stored, isRead]).toEqual([1, false]);
	expect(await reading).toMatchObject({ series: [expect.any(Object)] });
});

test("a question is ended when its client leaves, and the thread answers the next one", async () => {
	const { store, threads } = storeWithThreads();
	store.writeBatch([newPageView({ timestamp: 1, page: "/" })]);
	const overview = overviewOf([], { dimension: "page", operator: "is", values: ["/"] });
	const range = { from: "1970-01-01", to: "1970-01-02", timezone: "UTC", limit: 10, now: 0 };
	const leaving = { destroyed: false, once: (_: "close", leave: () => void) => leave() };

	const outcomes = await Promise.allSettled([
		threads.ask("query", overview, leaving),
		threads.ask("missing-pages", range, leaving),
	]);

	const left = { status: "rejected", reason: { message: "The client has left" } };
	expect(outcomes).toMatchObject([left, left]);
	expect(await threads.ask("query", overview)).toMatchObject({ series: [{ views: 1 }] });
});

test("who waits when the service leaves is told so", async () => {
	const { threads } = storeWithThreads();
	const waiting = Promise.allSettled([
		threads.ask("data-size", undefined),
		threads.ask("data-size", undefined),
		threads.ask("data-size", undefined),
	]);

	await threads.close();

	expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
	await expect(threads.ask("data-size", undefined)).rejects.toThrow();
});

/** Of the first day of 1970. */
function overviewOf(breakdowns: readonly Breakdown[], condition: ValueCondition): AskedQuestion {
	const range = { from: "1970-01-01", to: "1970-01-02", timezone: "UTC", interval: "day" } as const;
	const filters = { match: "all", conditions: [condition] } as const;
	const question = { kind: "stats", ...range, filters, breakdowns, limit: 10 } as const;
	return {
		...{ question: { ...question, compare: "none" }, goals: {} },
		...{ now: 0, countVisitorsBy: "network" },
	};
}

function storeWithThreads() {
	const path = `${temporaryFolder()}/events.sqlite`;
	const store = openStore(path, 0);
	const threads: QueryThreads = new ReadingThreads(path);
	onTestFinished(async () => {
		await threads.close();
		store.close();
	});
	return { path, store, threads };
}
