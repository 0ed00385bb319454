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

test("an event loop that runs behind answers 503 before any work is done", async () => {
	const { service, store } = testAnalytics({ loopDelayMs: 1_500 });

	const response = await service.inject({
		method: "POST",
		url: "/e/",
		payload: JSON.stringify(EVENT),
	});

	expect(response.statusCode).toBe(503);
	expect(storedEvents(store)).toEqual([]);
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
