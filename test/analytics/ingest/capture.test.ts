import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { StoreUnavailableError } from "../../../src/analytics/errors.ts";
import { PROJECT_KEY, storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { testStore } from "../../support/test-store.ts";

const EVENT = { api_key: PROJECT_KEY, event: "hello", distinct_id: "u", properties: { a: 1 } };
const PATHS = ["/e", "/i/v0/e", "/batch", "/capture", "/track", "/engage", "/s"];

test.each(
	PATHS.flatMap((path) => [path, `${path}/`]),
)("POST %s answers exactly 200 with small JSON", async (path) => {
	const { send, store } = testAnalytics();

	const response = await send(path, EVENT);

	expect(response.statusCode).toBe(200);
	expect(response.json()).toEqual({ status: "Ok" });
	expect(storedEvents(store)).toMatchObject([{ event: "hello", properties: { a: 1 } }]);
});

test("GET with data is the pixel form, and a method that capture does not know answers 405", async () => {
	const { service, store } = testAnalytics();
	const data = Buffer.from(JSON.stringify(EVENT)).toString("base64");

	const pixel = await service.inject({ url: "/e/", query: { data } });
	const unknown = await service.inject({ method: "DELETE", url: "/e/" });

	expect(pixel.statusCode).toBe(200);
	expect(storedEvents(store)).toHaveLength(1);
	expect([unknown.statusCode, unknown.headers.allow]).toEqual([405, "GET, POST, OPTIONS"]);
});

test("recordings are declined, and events are never said to be limited", async () => {
	const { send, store } = testAnalytics();

	const response = await send("/s/", [{ ...EVENT, event: "$snapshot" }]);

	expect(response.json()).toEqual({ status: "Ok", quota_limited: ["recordings"] });
	expect(storedEvents(store)).toEqual([]);
});

test("an unknown key is answered as accepted, and counted", async () => {
	const { send, store, metrics } = testAnalytics();

	expect((await send("/e/", { ...EVENT, api_key: "phc_other" })).statusCode).toBe(200);
	expect(storedEvents(store)).toEqual([]);
	expect(metrics.render()).toContain('analytics_events_dropped_total{reason="unknown-token"} 1');
});

describe("pages of other origins", () => {
	const origin = "https://app.example";

	test("get their own origin back, credentials allowed, with answers and errors alike", async () => {
		const { send } = testAnalytics();
		for (const payload of [EVENT, "{"]) {
			const { headers } = await send("/e/", payload, { origin });

			expect(headers["access-control-allow-origin"]).toBe(origin);
			expect(headers["access-control-allow-credentials"]).toBe("true");
			expect(headers.vary).toBe("Origin");
		}
	});

	test("may send what a preflight asks for", async () => {
		const { service } = testAnalytics();

		const response = await service.inject({
			method: "OPTIONS",
			url: "/batch/",
			headers: { origin, "access-control-request-headers": "content-encoding,content-type" },
		});

		expect(response.statusCode).toBe(200);
		expect(response.headers["access-control-allow-headers"]).toBe("content-encoding,content-type");
	});
});

test("a store that cannot write answers 503 with Retry-After, and readiness says so", async () => {
	const { store } = testStore();
	let isFull = true;
	const { service, send } = testAnalytics({
		store: {
			...store,
			writeBatch: (events) => {
				if (isFull) throw new StoreUnavailableError("The disk is full");
				return store.writeBatch(events);
			},
			status: () => ({ ...store.status(), failing: isFull }),
		},
	});

	const refused = await send("/e/", EVENT);
	const unready = await service.inject("/readyz");
	isFull = false;
	const accepted = await send("/e/", EVENT);

	expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "5"]);
	expect([unready.statusCode, accepted.statusCode]).toEqual([503, 200]);
});

describe("capture protocol v1", () => {
	const URL = "/i/v1/analytics/events";
	const HEADERS = {
		authorization: `Bearer ${PROJECT_KEY}`,
		"posthog-sdk-info": "posthog-node/5.70.0",
		"posthog-request-timestamp": "2026-01-15T12:01:00.000Z",
	};
	const idOf = (index: number) => `019b0000-0000-7000-8000-00000000000${index}`;
	const eventOf = (index: number, fields: object = {}) => ({
		event: "hello",
		uuid: idOf(index),
		distinct_id: "u",
		options: {},
		properties: {},
		timestamp: "2026-01-15T12:00:00.000Z",
		...fields,
	});
	const batchOf = (events: readonly object[]) =>
		JSON.stringify({ created_at: "2026-01-15T12:00:30.000Z", batch: events });

	test("gives a verdict on each event, and stores what the others say as older clients do", async () => {
		const { store, send } = testAnalytics();
		const batch = [
			eventOf(1, { session_id: "s", options: { process_person_profile: false } }),
			eventOf(2, { event: "" }),
			eventOf(3, { timestamp: "2019-01-01T00:00:00Z" }),
			eventOf(4, { event: "$identify", options: { process_person_profile: false } }),
			eventOf(1),
		];

		const response = await send(URL, batchOf(batch), HEADERS);

		expect(response.json()).toEqual({
			results: {
				[idOf(1)]: { result: "ok" },
				[idOf(2)]: { result: "drop", details: expect.stringContaining("missing or blank") },
				[idOf(3)]: { result: "warning", details: expect.stringContaining("older") },
				[idOf(4)]: { result: "drop", details: expect.stringContaining("person") },
			},
		});
		const [stored, , ...others] = storedEvents(store);
		expect(others).toEqual([]);
		expect(stored).toMatchObject({
			timestamp: Date.UTC(2026, 0, 15, 11, 59),
			properties: {
				$session_id: "s",
				$process_person_profile: false,
				$lib: "posthog-node",
				$lib_version: "5.70.0",
			},
		});
	});

	test("asks for those again that the store could not write", async () => {
		const { store } = testStore();
		let writes = 0;
		const writeBatch: typeof store.writeBatch = (events) => {
			writes += 1;
			if (writes === 2) throw new StoreUnavailableError("The disk is full");
			return store.writeBatch(events);
		};
		const { send } = testAnalytics({ store: { ...store, writeBatch } });
		const batch = Array.from({ length: 501 }, () => eventOf(1, { uuid: crypto.randomUUID() }));

		const { results } = (await send(URL, batchOf(batch), HEADERS)).json();
		const again = batch.filter(({ uuid }) => results[uuid].result === "retry");
		await send(URL, batchOf(again), HEADERS);

		expect(again.length).toBeGreaterThan(0);
		expect(again).toEqual(batch.slice(-again.length));
		expect(storedEvents(store)).toHaveLength(501);
	});

	test.each([
		["no key", { authorization: "" }, batchOf([eventOf(1)]), 401, "unauthorized"],
		["a body that is no batch", HEADERS, "[]", 400, "invalid_request"],
		["a batch of nothing", HEADERS, batchOf([]), 400, "invalid_request"],
	])("refuses %s with an error that the client can read", async (_name, headers, payload, status, error) => {
		const { send } = testAnalytics();

		const response = await send(URL, payload, headers);

		expect(response.statusCode).toBe(status);
		expect(response.json()).toEqual({ error, error_description: expect.any(String) });
	});
});

test("while the event loop runs behind, events wait and questions about flags are refused", async () => {
	const { send, store } = testAnalytics({ loopDelayMs: 1_500 });
	const captured = await send("/e/", EVENT);
	const decided = await send("/decide/?v=3", EVENT);

	expect([captured.statusCode, decided.statusCode]).toEqual([200, 503]);
	expect(storedEvents(store)).toHaveLength(1);
});

test("large batches are written part by part, and the event loop turns between any two", async () => {
	const { store } = testStore();
	let turn = 0;
	const writtenIn: number[] = [];
	const writeBatch: typeof store.writeBatch = (events) => {
		writtenIn.push(turn);
		return store.writeBatch(events);
	};
	const { send } = testAnalytics({ store: { ...store, writeBatch } });
	const ticking = new AbortController();
	const ticks = (async () => {
		for (; !ticking.signal.aborted; turn += 1) await setImmediate();
	})();
	const batch = Array.from({ length: 1_000 }, (_, index) => ({ ...EVENT, properties: { index } }));
	const answers = Array.from({ length: 8 }, () => send("/batch/", { api_key: PROJECT_KEY, batch }));
	const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
	ticking.abort();
	await ticks;

	expect(new Set(statuses)).toEqual(new Set([200]));
	expect(new Set(writtenIn).size).toBe(writtenIn.length);
	expect(storedEvents(store)).toHaveLength(8_000);
});
