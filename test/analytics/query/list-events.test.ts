import { beforeEach, describe, expect, test } from "vitest";
import type { NewEvent } from "../../../src/analytics/store/new-event.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { APP } from "../../support/analytics-service.ts";
import { newPageView } from "../../support/new-event.ts";
import { openFile } from "../../support/open-file.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: NOON });
});

describe("paging through events", () => {
	const events = Array.from({ length: 450 }, (_, index) => eventAt(NOON - (index % 50) * 1_000));

	test.each(["newest-first", "oldest-first"])("gives every event once, %s", async (order) => {
		analytics.store.writeBatch(events);

		const found = await askAll(`order=${order}&limit=70`);

		expect(found.map(({ uuid }) => uuid).toSorted()).toEqual(
			events.map(({ uuid }) => uuid).toSorted(),
		);
		const times = found.map(({ timestamp }) => timestamp);
		const sorted = times.toSorted();
		expect(times).toEqual(order === "oldest-first" ? sorted : sorted.toReversed());
	});

	test("stays in its place while new events come in", async () => {
		analytics.store.writeBatch(events);
		const first = await ask("limit=200");
		analytics.store.writeBatch([eventAt(NOON + 1_000)]);

		const second = await ask(`limit=1000&cursor=${first.next_cursor}`);

		expect(first.results.length + second.results.length).toBe(events.length);
		expect(second.next_cursor).toBeNull();
	});

	test("a cursor leads to nothing outside of the range", async () => {
		analytics.store.writeBatch(events);

		const { results } = await ask(
			"from=2026-01-15T11:59:55Z&order=oldest-first&cursor=0_0&limit=1000",
		);

		expect(results.every(({ timestamp }) => timestamp >= "2026-01-15T11:59:55.000Z")).toBe(true);
		expect(results.length).toBeGreaterThan(0);
	});
});

describe("filters", () => {
	test("keep to a name, to properties of any type, and to a range", async () => {
		analytics.store.writeBatch([
			eventAt(NOON, "buy", { plan: "team", price: 12.5 }),
			eventAt(NOON, "buy", { plan: "solo", price: 12.5 }),
			eventAt(NOON, "look", { plan: "team", "deep.key": true }),
			eventAt(NOON - 3_600_000, "buy", { plan: "team" }),
		]);

		expect((await ask("event=buy")).results).toHaveLength(3);
		expect((await ask("event=buy&property.plan=team")).results).toHaveLength(2);
		expect((await ask("property.plan=team&property.price=12.5")).results).toHaveLength(1);
		expect((await ask("property.deep.key=true")).results).toMatchObject([{ event: "look" }]);
		expect(
			(await ask("event=buy&property.plan=team&from=2026-01-15T12:00:00Z")).results,
		).toHaveLength(1);
		expect((await ask("event=unheard-of")).results).toEqual([]);
		expect((await ask("property.absent=undefined")).results).toEqual([]);
	});

	test("keep to one person, under whatever id", async () => {
		const send = (event: string, distinct_id: string, properties: object = {}) =>
			analytics.capture({ event, distinct_id, properties }, APP);
		await send("before", "anon-1", { $process_person_profile: false });
		await send("$identify", "user-1", { $anon_distinct_id: "anon-1" });
		await send("other", "user-2");
		const uuid = analytics.store.persons.find("user-1")?.uuid;

		for (const id of ["user-1", "anon-1", uuid]) {
			const { results } = await ask(`person=${id}&order=oldest-first`);

			expect(results.map(({ event }) => event)).toEqual(["before", "$identify"]);
		}
	});

	test("are found for a person with more distinct ids than a statement takes values", async () => {
		const { store, path } = analytics;
		const database = openFile(path);
		const ids = Array.from({ length: 33_000 }, (_, index) => `device-${index}`);
		const known = { ...eventAt(NOON), distinctId: "device-32999" };
		store.writeBatch([known, eventAt(NOON, "someone else's")]);
		const { person } = database
			.prepare(
				"INSERT INTO persons SELECT id, ?, 0, 1, '{}' FROM distinct_ids WHERE text = ? RETURNING id AS person",
			)
			.get(crypto.randomUUID(), known.distinctId) as { person: number };
		database
			.prepare(`INSERT INTO distinct_ids (text, person) SELECT value, ? FROM json_each(?) WHERE true
				ON CONFLICT DO UPDATE SET person = excluded.person`)
			.run(person, JSON.stringify(ids));

		const { results } = await ask("person=device-0");
		const erasure = await analytics.get("/api/v1/persons/device-0/erasure");

		expect(results.map(({ uuid }) => uuid)).toEqual([known.uuid]);
		expect(erasure.json()).toMatchObject({ events: 1 });
	});

	test("find an event among any number of others, by name and by property", async () => {
		const many = Array.from({ length: 29_100 }, () => eventAt(NOON, "common"));
		const rare = eventAt(NOON - 1_000, "rare", { plan: "team" });
		analytics.store.writeBatch([...many, rare]);

		const found = [{ uuid: rare.uuid }];
		expect(await ask("event=rare&limit=1")).toMatchObject({ results: found });
		expect(await ask("property.plan=team&limit=1")).toMatchObject({ results: found });
		expect(await ask("property.plan=solo")).toEqual({ results: [], next_cursor: null });
	});

	test("end a list after many events if it has some, with a cursor", async () => {
		const many = Array.from({ length: 20_500 }, () => eventAt(NOON, "common"));
		const first = eventAt(NOON + 1_000, "rare", { plan: "team" });
		const last = eventAt(NOON - 1_000, "rare", { plan: "team" });
		analytics.store.writeBatch([first, ...many, last]);

		const page = await ask("property.plan=team");
		const next = await ask(`property.plan=team&cursor=${page.next_cursor}`);

		expect(page.results).toMatchObject([{ uuid: first.uuid }]);
		expect(next).toMatchObject({ results: [{ uuid: last.uuid }], next_cursor: null });
	});
});

test.each([
	[
		"cursor=nowhere",
		'cursor must be the next_cursor of an earlier response: current value is "nowhere"',
	],
	["order=random", 'order must be one of newest-first, oldest-first: current value is "random"'],
	["limit=5000", 'limit must be a whole number from 1 to 1000: current value is "5000"'],
	["property=team", 'property must be property.{name}={value}: current value is "team"'],
	["filter.plan=team", "Query parameters must be known"],
])("%s is refused with a sentence", async (query, sentence) => {
	const response = await analytics.get(`/api/v1/events?${query}`);

	expect(response.statusCode).toBe(400);
	expect(response.json().problems).toEqual([expect.stringContaining(sentence)]);
});

interface EventsPage {
	readonly results: readonly { uuid: string; event: string; timestamp: string }[];
	readonly next_cursor: string | null;
}

function ask(query: string): Promise<EventsPage> {
	return analytics.read(`/api/v1/events?${query}`);
}

async function askAll(query: string): Promise<EventsPage["results"]> {
	const pages = [await ask(query)];
	while (pages.at(-1)?.next_cursor) {
		pages.push(await ask(`${query}&cursor=${pages.at(-1)?.next_cursor}`));
	}
	return pages.flatMap(({ results }) => results);
}

function eventAt(timestamp: number, event = "click", properties: object = {}): NewEvent {
	return newPageView({ timestamp, event, properties: { ...properties }, visit: undefined });
}
