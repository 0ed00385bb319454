import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { StoreUnavailableError } from "../../../src/analytics/errors.ts";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { PROJECT_KEY, storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const EVENT = { api_key: PROJECT_KEY, event: "hello", distinct_id: "u", properties: { a: 1 } };
const PATHS = ["/e", "/i/v0/e", "/batch", "/capture", "/track", "/engage", "/s"];

for (const path of PATHS.flatMap((path) => [path, `${path}/`])) {
	test(`POST ${path} answers exactly 200 with small JSON`, async () => {
		const { service, store } = testAnalytics();

		const response = await service.inject({
			method: "POST",
			url: path,
			payload: JSON.stringify(EVENT),
		});

		expect(response.statusCode).toBe(200);
		expect(response.json()).toEqual({ status: "Ok" });
		expect(storedEvents(store)).toMatchObject([{ event: "hello", properties: { a: 1 } }]);
	});
}

test("GET with data is the pixel form", async () => {
	const { service, store } = testAnalytics();
	const data = Buffer.from(JSON.stringify(EVENT)).toString("base64");

	const response = await service.inject({ method: "GET", url: "/e/", query: { data } });

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toHaveLength(1);
});

test("a beacon is answered 204 and stored", async () => {
	const { service, store } = testAnalytics();

	const response = await service.inject({
		method: "POST",
		url: "/e/?beacon=1",
		payload: JSON.stringify(EVENT),
	});

	expect(response.statusCode).toBe(204);
	expect(storedEvents(store)).toHaveLength(1);
});

test("recordings are declined, and events are never said to be limited", async () => {
	const { service, store } = testAnalytics();

	const response = await service.inject({
		method: "POST",
		url: "/s/",
		payload: JSON.stringify([{ ...EVENT, event: "$snapshot" }]),
	});

	expect(response.json()).toEqual({ status: "Ok", quota_limited: ["recordings"] });
	expect(storedEvents(store)).toEqual([]);
});

test("an unknown key is answered as accepted, and counted", async () => {
	const { service, store, metrics } = testAnalytics();

	const response = await service.inject({
		method: "POST",
		url: "/e/",
		payload: JSON.stringify({ ...EVENT, api_key: "phc_other" }),
	});

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toEqual([]);
	expect(metrics.render()).toContain('analytics_events_dropped_total{reason="unknown-token"} 1');
});

test("a method that capture does not know answers 405 with those it does", async () => {
	const { service } = testAnalytics();

	const response = await service.inject({ method: "DELETE", url: "/e/" });

	expect(response.statusCode).toBe(405);
	expect(response.headers.allow).toBe("GET, POST, OPTIONS");
});

describe("pages of other origins", () => {
	const origin = "https://app.example";

	test("get their own origin back, credentials allowed, with answers and errors alike", async () => {
		const { service } = testAnalytics();
		for (const payload of [JSON.stringify(EVENT), "{"]) {
			const response = await service.inject({
				method: "POST",
				url: "/e/",
				headers: { origin },
				payload,
			});

			expect(response.headers["access-control-allow-origin"]).toBe(origin);
			expect(response.headers["access-control-allow-credentials"]).toBe("true");
			expect(response.headers.vary).toBe("Origin");
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
	const store = openStore(`${temporaryFolder()}/events.sqlite`, 0);
	let isFull = true;
	const { service } = testAnalytics({
		store: {
			...store,
			writeBatch: (events) => {
				if (isFull) throw new StoreUnavailableError("The disk is full");
				return store.writeBatch(events);
			},
			status: () => ({ ...store.status(), failing: isFull }),
		},
	});
	const send = () => service.inject({ method: "POST", url: "/e/", payload: JSON.stringify(EVENT) });

	const refused = await send();
	const unready = await service.inject("/readyz");
	isFull = false;
	const accepted = await send();

	expect(refused.statusCode).toBe(503);
	expect(refused.headers["retry-after"]).toBe("5");
	expect(unready.statusCode).toBe(503);
	expect(accepted.statusCode).toBe(200);
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
		...{ event: "hello", uuid: idOf(index), distinct_id: "u", options: {}, properties: {} },
		timestamp: "2026-01-15T12:00:00.000Z",
		...fields,
	});
	const batchOf = (events: readonly object[]) =>
		JSON.stringify({ created_at: "2026-01-15T12:00:30.000Z", batch: events });

	test("gives a verdict on each event, and stores what the others say as older clients do", async () => {
		const { service, store } = testAnalytics();
		const batch = [
			eventOf(1, { session_id: "s", options: { process_person_profile: false } }),
			eventOf(2, { event: "" }),
			eventOf(3, { timestamp: "2019-01-01T00:00:00Z" }),
			eventOf(4, { event: "$identify", options: { process_person_profile: false } }),
			eventOf(1),
		];

		const response = await service.inject({
			...{ method: "POST", url: URL, headers: HEADERS, payload: batchOf(batch) },
		});

		expect(response.json()).toEqual({
			results: {
				[idOf(1)]: { result: "ok" },
				[idOf(2)]: { result: "drop", details: expect.stringContaining("no name") },
				[idOf(3)]: { result: "warning", details: expect.stringContaining("older") },
				[idOf(4)]: { result: "drop", details: expect.stringContaining("person") },
			},
		});
		const [stored, , ...others] = storedEvents(store);
		expect(others).toEqual([]);
		expect(stored).toMatchObject({
			timestamp: Date.UTC(2026, 0, 15, 11, 59),
			properties: {
				...{ $session_id: "s", $process_person_profile: false },
				...{ $lib: "posthog-node", $lib_version: "5.70.0" },
			},
		});
	});

	test("asks for those again that the store could not write", async () => {
		const store = openStore(`${temporaryFolder()}/events.sqlite`, 0);
		let writes = 0;
		const writeBatch: typeof store.writeBatch = (events) => {
			writes += 1;
			if (writes === 2) throw new StoreUnavailableError("The disk is full");
			return store.writeBatch(events);
		};
		const { service } = testAnalytics({ store: { ...store, writeBatch } });
		const batch = Array.from({ length: 501 }, () => eventOf(1, { uuid: crypto.randomUUID() }));
		const send = (events: typeof batch) =>
			service.inject({ method: "POST", url: URL, headers: HEADERS, payload: batchOf(events) });

		const { results } = (await send(batch)).json();
		const again = batch.filter(({ uuid }) => results[uuid].result === "retry");
		await send(again);

		expect(again.length).toBeGreaterThan(0);
		expect(again).toEqual(batch.slice(-again.length));
		expect(storedEvents(store)).toHaveLength(501);
	});

	test.each([
		["no key", { authorization: "" }, batchOf([eventOf(1)]), 401, "unauthorized"],
		["a body that is no batch", HEADERS, "[]", 400, "invalid_request"],
		["a batch of nothing", HEADERS, batchOf([]), 400, "invalid_request"],
	])("refuses %s with an error that the client can read", async (_name, headers, payload, status, error) => {
		const { service } = testAnalytics();

		const response = await service.inject({ method: "POST", url: URL, headers, payload });

		expect(response.statusCode).toBe(status);
		expect(response.json()).toEqual({ error, error_description: expect.any(String) });
	});
});

test("while the event loop runs behind, events wait and questions about flags are refused", async () => {
	const { service, store } = testAnalytics({ loopDelayMs: 1_500 });
	const [captured, decided] = await Promise.all(
		["/e/", "/decide/?v=3"].map((url) =>
			service.inject({ method: "POST", url, payload: JSON.stringify(EVENT) }),
		),
	);

	expect([captured?.statusCode, decided?.statusCode]).toEqual([200, 503]);
	expect(storedEvents(store)).toHaveLength(1);
});

test("large batches are written part by part, and the event loop turns between any two", async () => {
	const store = openStore(`${temporaryFolder()}/events.sqlite`, 0);
	let turn = 0;
	const writtenIn: number[] = [];
	const writeBatch: typeof store.writeBatch = (events) => {
		writtenIn.push(turn);
		return store.writeBatch(events);
	};
	const { service } = testAnalytics({ store: { ...store, writeBatch } });
	const ticking = new AbortController();
	const ticks = (async () => {
		for (; !ticking.signal.aborted; turn += 1) await setImmediate();
	})();
	const batch = Array.from({ length: 1_000 }, (_, index) => ({ ...EVENT, properties: { index } }));
	const send = () =>
		service.inject({
			...{ method: "POST", url: "/batch/" },
			payload: JSON.stringify({ api_key: PROJECT_KEY, batch }),
		});

	const statuses = (await Promise.all(Array.from({ length: 8 }, send))).map((r) => r.statusCode);
	ticking.abort();
	await ticks;

	expect(new Set(statuses)).toEqual(new Set([200]));
	expect(new Set(writtenIn).size).toBe(writtenIn.length);
	expect(storedEvents(store)).toHaveLength(8_000);
});

test("ten thousand events in one batch are stored", async () => {
	const { service, store } = testAnalytics();
	const batch = Array.from({ length: 10_000 }, (_, index) => ({
		event: "hello",
		distinct_id: `u${index}`,
		properties: { index, $process_person_profile: false },
	}));

	const response = await service.inject({
		method: "POST",
		url: "/batch/",
		payload: JSON.stringify({ api_key: PROJECT_KEY, batch }),
	});

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toHaveLength(10_000);
});
