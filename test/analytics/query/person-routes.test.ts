import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { storedEvents } from "../../support/analytics-service.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: NOON });
});

test("a person is read by their own id and by every distinct id", async () => {
	await identify("user-1", "anon-1", { plan: "team" });
	const uuid = analytics.store.persons.find("user-1")?.uuid;

	for (const id of [uuid, "user-1", "anon-1"]) {
		expect(await analytics.read(`/api/v1/persons/${id}`)).toEqual({
			id: uuid,
			created_at: "2026-01-15T12:00:00.000Z",
			is_identified: true,
			properties: expect.objectContaining({ plan: "team" }),
			distinct_ids: ["anon-1", "user-1"],
		});
	}
});

test("a distinct id may have any characters and its full length", async () => {
	const id = `a/b?c ${"ü".repeat(190)}`;
	await identify(id, "anon-1");

	expect(await analytics.read(`/api/v1/persons/${encodeURIComponent(id)}`)).toMatchObject({
		distinct_ids: expect.arrayContaining([id]),
	});
});

test("persons are found by any part of an id or a property, identified or not", async () => {
	await identify("ann@example.org", "anon-1", { company: "50%_<b>Äcme</b>" });
	await identify("bob", "anon-2", { company: "Other" });
	await analytics.capture({ event: "$set", distinct_id: "absent-yet", $set: { company: "Other" } });
	const search = async (query: string) => {
		const { results } = await analytics.read(`/api/v1/persons?${query}`);
		return results.map((person: { distinct_ids: readonly string[] }) =>
			person.distinct_ids.toSorted().at(-1),
		);
	};

	expect(await search("search=ANN%40")).toEqual(["anon-1"]);
	expect(await search("search=other")).toEqual(["absent-yet", "bob"]);
	expect(await search("search=other&identified=true")).toEqual(["bob"]);
	expect(await search("search=50%25_%3Cb")).toEqual(["anon-1"]);
	expect(await search("search=%25")).toEqual(["anon-1"]);
	expect(await search("search=")).toHaveLength(3);
});

test("what an erasure would delete is shown before", async () => {
	await identify("user-1", "anon-1", { plan: "team" });
	analytics.clock.now += 60_000;
	await analytics.capture({ event: "bought", distinct_id: "anon-1" });

	const preview = await analytics.read("/api/v1/persons/user-1/erasure");
	const none = await analytics.get("/api/v1/persons/absent/erasure");
	const { distinct_ids, events } = (await erase("user-1")).json();

	expect(preview).toMatchObject({
		distinct_ids,
		events,
		first_event_at: "2026-01-15T12:00:00.000Z",
		last_event_at: "2026-01-15T12:01:00.000Z",
		properties: expect.arrayContaining(["plan"]),
	});
	expect([events, none.statusCode]).toEqual([2, 404]);
});

test("persons are listed page by page, the newest first", async () => {
	for (const index of [1, 2, 3, 4, 5]) await identify(`user-${index}`, `anon-${index}`);

	const first = await analytics.read("/api/v1/persons?limit=3");
	const second = await analytics.read(`/api/v1/persons?limit=3&cursor=${first.next_cursor}`);

	const ids = [...first.results, ...second.results].map((person) => person.distinct_ids[1]);
	expect(ids).toEqual(["user-5", "user-4", "user-3", "user-2", "user-1"]);
	expect(second.next_cursor).toBeNull();
});

test("erasing a person takes their ids and events with them, and no others", async () => {
	await seen("before", "anon-1");
	await identify("user-1", "anon-1", { secret: "the-name-of-user-one" });
	await identify("user-2", "anon-2");

	const response = await erase("anon-1");

	expect(response.statusCode).toBe(200);
	expect(response.json()).toMatchObject({ distinct_ids: ["anon-1", "user-1"], events: 2 });
	expect(storedEvents(analytics.store).map(({ distinctId }) => distinctId)).toEqual(["user-2"]);
	expect(analytics.store.persons.find("user-1")).toBeUndefined();
	expect(readFileSync(analytics.path).includes("the-name-of-user-one")).toBe(false);
	expect((await analytics.get("/api/v1/persons/user-1")).statusCode).toBe(404);
});

test("events of a visitor of whom no person is kept are erased by distinct id", async () => {
	await seen("view", "anon-1");

	expect((await erase("anon-1")).json()).toMatchObject({ distinct_ids: ["anon-1"], events: 1 });
	expect((await erase("anon-1")).statusCode).toBe(404);
});

function erase(id: string) {
	return analytics.remove(`/api/v1/persons/${id}`);
}

function identify(id: string, anonymousId: string, set: object = {}) {
	const properties = { $anon_distinct_id: anonymousId, $set: set };
	return analytics.capture({ event: "$identify", distinct_id: id, properties });
}

/** An event of which no person is kept. */
function seen(event: string, distinctId: string) {
	const properties = { $process_person_profile: false };
	return analytics.capture({ event, distinct_id: distinctId, properties });
}
