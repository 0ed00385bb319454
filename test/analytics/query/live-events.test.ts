import { expect, onTestFinished, test, vi } from "vitest";
import type { EventDetails } from "../../../src/analytics/api-types/events.ts";
import { liveMessages } from "../../../src/analytics/query/events/live-events.ts";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { type ListeningAnalytics, listenAnalytics, PERSONAL_KEY } from "../../support/analytics.ts";
import { APP } from "../../support/analytics-service.ts";
import { newPageView } from "../../support/new-event.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MARKUP = "<img src=x onerror=alert(1)>";

test("events are sent as they are stored, in the form of the export", async () => {
	const analytics = await listenAnalytics();
	analytics.store.writeBatch([view("/before")]);
	const watched = await watch(analytics);

	analytics.store.writeBatch([view("/one"), view("/two")]);

	await expect.poll(() => watched.events()).toHaveLength(2);
	const exported = (await analytics.get("/api/v1/export/events.jsonl")).body;
	const lines = exported.trim().split("\n");
	const [before, ...after] = lines.map((line) => JSON.parse(line));
	expect(after).toMatchObject(watched.events().map((line) => JSON.parse(line)));
	expect(before.visit.page).toBe("/before");
	expect(watched.text()).not.toContain("/before");
});

test("an event has the steps it went through when a client watched, without what was taken out", async () => {
	const { analytics } = await watchedService();
	const uuid = crypto.randomUUID();
	const hidden = { $ip: "203.0.113.99", $current_url: "https://a.example/?secret=1" };
	const properties = { ...hidden, [MARKUP]: MARKUP };
	await analytics.capture({ event: MARKUP, uuid, distinct_id: "someone", properties }, APP);

	const details: EventDetails = await analytics.read(`/api/v1/events/${uuid}`);

	expect(details.event).toMatchObject({ event: MARKUP, properties: { [MARKUP]: MARKUP } });
	const steps = details.steps ?? [];
	expect(steps.map(({ name }) => name)).toContain("drop-unknown-tokens");
	expect(steps.find(({ name }) => name === "remove-private-values")).toEqual({
		name: "remove-private-values",
		outcome: "changed",
		changes: ["Removed from properties: $ip", "Changed in properties: $current_url"],
	});
	expect(JSON.stringify(details)).not.toContain("203.0.113.99");
	expect(JSON.stringify(details)).not.toContain("secret");
});

test("a dropped event is shown with the step that dropped it", async () => {
	const { analytics, watched } = await watchedService();

	await analytics.capture({ event: "$snapshot", distinct_id: "someone" }, APP);

	await expect.poll(watched.text).toContain("event: dropped");
	expect(JSON.parse(watched.events()[0] ?? "{}")).toMatchObject({
		reason: "recording",
		event: "$snapshot",
		steps: expect.arrayContaining([
			{ name: "drop-recordings", outcome: "dropped", changes: ["recording"] },
		]),
	});
});

test("a flood is thinned, and says by how much", async () => {
	const { analytics, watched } = await watchedService();

	analytics.store.writeBatch(views(350));

	await expect.poll(() => watched.events()).toHaveLength(100);
	expect(watched.text()).toContain("event: skipped\ndata: 250\n\n");
	expect(watched.text()).toContain("/349");
});

test("new events are shown after the newest have been erased", async () => {
	const { store, next } = watchedStore();
	await next();
	store.writeBatch([{ ...view("/a"), distinctId: "user-1" }]);
	await next();

	store.erasePerson("user-1");
	await next(30);
	store.writeBatch([view("/b")]);

	expect(await next()).toContain("/b");
});

test("a client that is gone costs nothing more", async () => {
	const { analytics, watched } = await watchedService();
	analytics.store.writeBatch([view("/one")]);
	await expect.poll(watched.events).toHaveLength(1);

	watched.leave();

	await expect
		.poll(async () => {
			const uuid = crypto.randomUUID();
			await analytics.capture({ event: "quiet", distinct_id: "a", uuid }, APP);
			return (await analytics.read(`/api/v1/events/${uuid}`)).steps;
		})
		.toBeNull();
});

test("a silent stream does not look idle", async () => {
	const { next } = watchedStore();
	await next();

	expect(await next(30)).toMatch(/^:/);
});

test("a stream ends when its session or key has ended", async () => {
	const mayRead = vi.fn(() => true);
	const { next } = watchedStore(mayRead);
	await next();
	await next(30);

	mayRead.mockReturnValue(false);

	expect(await next(30)).toBeUndefined();
});

test("a stream that cannot read its store ends without an error", async () => {
	const { store, next } = watchedStore();
	await next();

	store.close();

	expect(await next()).toBeUndefined();
});

test("the service closes although a client watches", async () => {
	const { analytics, watched } = await watchedService();

	await analytics.service.close();

	await expect.poll(() => watched.hasEnded()).toBe(true);
	expect(analytics.logLines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
});

test("a slow reader receives the number of events that it missed", async () => {
	const { store, next } = watchedStore();
	await next();

	for (let count = 0; count < 5; count += 1) store.writeBatch(views(50));

	expect(await next()).toContain("event: skipped\ndata: 150\n\n");
});

/** The messages for the reader of a store. `next()` polls until there is one, or so many times. */
function watchedStore(mayRead = () => true) {
	const store = openStore(`${temporaryFolder()}/events.sqlite`, Date.now());
	onTestFinished(() => store.close());
	const watched = { watch: () => () => {} };
	let polls = 0;
	const nextPoll = async (): Promise<void> => {
		polls -= 1;
		if (polls < 0) throw new Error("There was no message");
	};
	const messages = liveMessages({ events: store.events, watch: watched, mayRead, nextPoll });
	const next = async (allowed = 1): Promise<string | undefined> => {
		polls = allowed;
		return (await messages.next()).value;
	};
	return { store, next };
}

/** A service whose stream has begun. */
async function watchedService() {
	const analytics = await listenAnalytics();
	const watched = await watch(analytics);
	await expect.poll(watched.text).not.toBe("");
	return { analytics, watched };
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
		leave: () => controller.abort(),
	};
}

function views(count: number) {
	return Array.from({ length: count }, (_, index) => view(`/${index}`));
}

function view(page: string) {
	return newPageView({ timestamp: Date.now(), page });
}
