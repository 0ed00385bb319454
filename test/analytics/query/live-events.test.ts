import { expect, onTestFinished, test, vi } from "vitest";
import { LiveEvents } from "../../../src/analytics/query/events/live-events.ts";
import { LiveReader } from "../../../src/analytics/query/events/live-reader.ts";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { type ListeningAnalytics, listenAnalytics, PERSONAL_KEY } from "../../support/analytics.ts";
import { callApi } from "../../support/call-api.ts";
import { newPageView } from "../../support/new-event.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("events are sent as they are stored, in the form of the export", async () => {
	const analytics = await listenAnalytics();
	analytics.store.writeBatch([view("/before")]);
	const watched = await watch(analytics);

	analytics.store.writeBatch([view("/one"), view("/two")]);

	await expect.poll(() => watched.events()).toHaveLength(2);
	const exported = (await callApi(analytics.service, "/api/v1/export/events.jsonl")).body;
	const lines = exported.trim().split("\n");
	const [before, ...after] = lines.map((line) => JSON.parse(line));
	expect(after).toMatchObject(watched.events().map((line) => JSON.parse(line)));
	expect(before.visit.page).toBe("/before");
	expect(watched.text()).not.toContain("/before");
});

test("a flood is thinned, and says by how much", async () => {
	const analytics = await listenAnalytics();
	const watched = await watch(analytics);

	analytics.store.writeBatch(Array.from({ length: 350 }, (_, index) => view(`/${index}`)));

	await expect.poll(() => watched.events()).toHaveLength(100);
	expect(watched.text()).toContain("event: skipped\ndata: 250\n\n");
	expect(watched.text()).toContain("/349");
});

test("new events are shown after the newest have been erased", () => {
	const { store, reader } = watchedStore();
	store.writeBatch([{ ...view("/a"), distinctId: "user-1" }]);
	vi.advanceTimersByTime(1_000);

	store.erasePerson("user-1");
	vi.advanceTimersByTime(1_000);
	store.writeBatch([view("/b")]);
	vi.advanceTimersByTime(1_000);

	expect(readAll(reader)).toContain("/b");
});

test("the store is not queried while no client watches", () => {
	const { reader, lastId } = watchedStore();
	vi.advanceTimersByTime(1_000);
	const whileWatched = lastId.mock.calls.length;

	reader.emit("close");
	vi.advanceTimersByTime(60_000);

	expect(whileWatched).toBeGreaterThan(1);
	expect(lastId).toHaveBeenCalledTimes(whileWatched);
});

test("a silent stream does not look idle", () => {
	const { reader } = watchedStore();
	readAll(reader);

	vi.advanceTimersByTime(20_000);

	expect(readAll(reader)).toMatch(/^:/);
});

test("a stream ends when its session or key has ended", () => {
	const mayRead = vi.fn(() => true);
	const { reader } = watchedStore(mayRead);

	vi.advanceTimersByTime(20_000);
	const before = reader.destroyed;
	mayRead.mockReturnValue(false);
	vi.advanceTimersByTime(20_000);

	expect([before, reader.destroyed]).toEqual([false, true]);
});

test("the service closes although a client watches", async () => {
	const analytics = await listenAnalytics();
	const watched = await watch(analytics);

	await analytics.service.close();

	await expect.poll(() => watched.hasEnded()).toBe(true);
});

test("a reader who does not read costs a bounded amount of memory and is told what was missed", () => {
	const reader = new LiveReader();
	const event = JSON.stringify({ text: "x".repeat(1_000) });

	for (let count = 0; count < 5_000; count += 1) reader.offer([event], 0);

	expect(reader.readableLength).toBeLessThan(300 * 1024);
	const taken = readAll(reader).split("data: ").length - 1;
	reader.offer([event], 0);
	expect(readAll(reader)).toBe(`event: skipped\ndata: ${5_000 - taken}\n\ndata: ${event}\n\n`);
});

/** A reader of a store's events, with a clock that the test moves. */
function watchedStore(mayRead?: () => boolean) {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	const store = openStore(`${temporaryFolder()}/events.sqlite`, Date.now());
	onTestFinished(() => store.close());
	const lastId = vi.fn(store.events.lastId);
	const live = new LiveEvents({ ...store.events, lastId }, { watch: () => () => {} });
	onTestFinished(() => live.close());
	return { store, lastId, reader: live.open(mayRead) };
}

/** Everything that waits to be read. */
function readAll(reader: LiveReader): string {
	let text = "";
	for (let part = reader.read(); part !== null; part = reader.read()) text += String(part);
	return text;
}

/** Opens the stream and keeps what it says. */
async function watch({ url }: ListeningAnalytics) {
	const controller = new AbortController();
	onTestFinished(() => controller.abort());
	const response = await fetch(`${url}/api/v1/live`, {
		headers: { authorization: `Bearer ${PERSONAL_KEY}` },
		signal: controller.signal,
	});
	expect(response.headers.get("content-type")).toBe("text/event-stream");
	let text = "";
	let ended = false;
	const read = async (): Promise<void> => {
		const decoder = new TextDecoder();
		for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
		ended = true;
	};
	read().catch(() => {});
	return {
		text: () => text,
		events: () => [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => String(json)),
		hasEnded: () => ended,
	};
}

function view(page: string) {
	return newPageView({ timestamp: Date.now(), page });
}
