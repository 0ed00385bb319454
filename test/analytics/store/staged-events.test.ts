import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { AnalyticsStore } from "../../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../../src/analytics/store/events/new-event.ts";
import { openStore } from "../../../src/analytics/store/open-store.ts";
import type { RawBatch, RawEvents } from "../../../src/analytics/store/raw-batch.ts";
import { packStaged } from "../../../src/analytics/store/staged-format.ts";
import { DAY_MS, DIMENSIONS, dayOf } from "../../../src/analytics/store/visits/roll-up.ts";
import { storedEvents, temporaryFolder } from "../../support/analytics-service.ts";
import { newPageView } from "../../support/new-event.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const LIMITS = { retentionDays: 400, maxFileBytes: 1e12 };

test("folded events are what written ones are: rows, totals, sessions, persons and groups", () => {
	const events = [...views(20), ...views(20), withPerson("u1", "gold"), withPerson("u1", "free")];
	const written = newStore();
	const folded = newStore();
	written.writeBatch(events);

	folded.staged.add([packStaged(events.slice(0, 15)), packStaged(events.slice(15))]);
	folded.staged.foldAll();

	for (const table of ["events", "roll_ups", "sessions", "visitor_days", "persons", "groups"]) {
		const rows = (store: AnalyticsStore) => store.database.prepare(`SELECT * FROM ${table}`).all();
		expect(rows(folded), table).toEqual(rows(written));
	}
});

test("what was staged when the process died is there after the next start, once", () => {
	const path = join(temporaryFolder(), "events.sqlite");
	const events = views(30);
	const first = openStore(path, NOON);
	first.staged.add([packStaged(events.slice(0, 20)), packStaged(events.slice(20))]);
	first.staged.fold();
	first.close();

	const second = openStore(path, NOON);
	second.staged.foldAll();

	expect(second.staged.waiting()).toBe(0);
	expect(second.events.count()).toBe(30);
	expect(totalViews(second)).toBe(30);
	second.close();
});

test("an event that is staged twice, or written before, is stored and counted once", () => {
	const store = newStore();
	const events = views(10);
	store.writeBatch(events.slice(0, 3));

	store.staged.add([packStaged(events), packStaged(events)]);

	expect([store.staged.fold(), store.staged.fold(), store.staged.fold()]).toEqual([
		{ stored: 7, repeated: 3 },
		{ stored: 0, repeated: 10 },
		undefined,
	]);
	expect(totalViews(store)).toBe(10);
});

test("an event that cannot be written holds up no other, and is kept for the next start", () => {
	const path = join(temporaryFolder(), "events.sqlite");
	const store = openStore(path, NOON);
	const [first, second, third] = views(3);
	// No step lets such a time through: it stands for a mistake of ours.
	const unwritable = { ...second, timestamp: "noon" } as unknown as NewEvent;
	store.staged.add([packStaged([first as NewEvent, unwritable, third as NewEvent])]);

	store.staged.foldAll();

	expect(store.events.count()).toBe(2);
	expect(store.status().setAsideEvents).toBe(1);
	store.close();
	mend(path, second as NewEvent);
	const later = openStore(path, NOON);
	later.staged.foldAll();
	expect(later.events.count()).toBe(3);
	expect(later.database.prepare("SELECT * FROM staged_events").all()).toEqual([]);
	later.close();
});

test("a raw batch waits, and what is behind it, until somebody can read it", () => {
	const store = newStore();
	const [before, ...after] = views(3);
	store.staged.add([packStaged([before as NewEvent]), rawBatch(["a", "b"]), packStaged(after)]);

	store.staged.foldAll();

	expect(store.events.count()).toBe(1);
	expect(store.staged.waiting()).toBe(4);
	store.staged.readRawWith(readNames);
	store.staged.foldAll();
	expect(store.staged.waiting()).toBe(0);
	const newest = store.events.newerThan(0, 10).map(({ event }) => event);
	expect(newest).toEqual(["$pageview", "a", "b", "$pageview", "$pageview"]);
});

test("a raw batch that was left by a process that died is read by the next one", () => {
	const path = join(temporaryFolder(), "events.sqlite");
	const first = openStore(path, NOON);
	first.staged.add([rawBatch(["a", "b"])]);
	first.close();

	const second = openStore(path, NOON);
	second.staged.readRawWith(readNames);
	second.staged.foldAll();

	expect(second.events.count()).toBe(2);
	expect(second.database.prepare("SELECT * FROM staged_events").all()).toEqual([]);
	second.close();
});

test("a raw batch that nobody can make sense of holds up no other, and is kept for the next start", () => {
	const path = join(temporaryFolder(), "events.sqlite");
	const first = openStore(path, NOON);
	first.staged.readRawWith(() => undefined);
	first.staged.add([rawBatch(["a", "b"]), packStaged(views(1))]);

	first.staged.foldAll();

	expect(first.events.count()).toBe(1);
	expect(first.status().setAsideEvents).toBe(2);
	first.close();
	const second = openStore(path, NOON);
	second.staged.readRawWith(readNames);
	second.staged.foldAll();
	expect(second.events.count()).toBe(3);
	expect(second.status().setAsideEvents).toBe(0);
	second.close();
});

test("a raw batch of which a byte is another is set aside, and nothing of it is believed", () => {
	const store = newStore();
	store.staged.add([rawBatch(["a", "b"])]);
	const { sealed } = store.database.prepare("SELECT sealed FROM staged_events").get() ?? {};
	const altered = Uint8Array.from(sealed as Uint8Array);
	altered[40] = (altered[40] ?? 0) ^ 1;
	store.database.prepare("UPDATE staged_events SET sealed = ?").run(altered);

	store.staged.readRawWith(readNames);
	store.staged.foldAll();

	expect(store.events.count()).toBe(0);
	expect(store.status().setAsideEvents).toBe(2);
	expect(store.staged.waiting()).toBe(0);
});

test("a salt lives as long as something waits that is sealed with it", () => {
	const store = newStore();
	store.staged.add([rawBatch(["a"])]);

	store.maintain(LIMITS, NOON + 5 * DAY_MS);
	store.staged.readRawWith(readNames);
	store.staged.foldAll();
	const read = store.events.count();
	store.maintain(LIMITS, NOON + 5 * DAY_MS);

	expect(read).toBe(1);
	expect(store.salts.find(dayOf(NOON))).toBeUndefined();
});

test("who is erased takes along what is still staged", () => {
	const store = newStore();
	store.staged.add([packStaged([withPerson("u1", "gold"), withPerson("u2", "gold")])]);

	expect(store.erasePerson("u1")).toEqual({ distinctIds: ["u1"], events: 1 });

	expect(storedEvents(store).map(({ distinctId }) => distinctId)).toEqual(["u2"]);
});

function newStore(): AnalyticsStore {
	return openStore(join(temporaryFolder(), "events.sqlite"), NOON);
}

/** Events of these names, in the form in which a large body has them. */
function rawBatch(names: readonly string[]): RawBatch {
	const events = Buffer.from(JSON.stringify(names).slice(1, -1));
	return { count: names.length, day: dayOf(NOON), facts: `{"receivedAt":${NOON}}`, events };
}

function readNames({ facts, events }: RawEvents): readonly NewEvent[] {
	const { receivedAt } = JSON.parse(facts) as { readonly receivedAt: number };
	const names = JSON.parse(`[${Buffer.from(events).toString()}]`) as readonly string[];
	return names.map((event) => ({
		...newPageView({ timestamp: receivedAt, page: "/" }),
		event,
		visit: undefined,
	}));
}

/** As a newer version would understand it. */
function mend(path: string, event: NewEvent): void {
	const database = new DatabaseSync(path);
	database.prepare("UPDATE staged_events SET events = ?").run(packStaged([event]).json);
	database.close();
}

/** Two visitors who take turns. */
function views(count: number): readonly NewEvent[] {
	return Array.from({ length: count }, (_, index) =>
		newPageView({
			timestamp: NOON + index * 1_000,
			page: `/page-${index % 7}`,
			visitor: Buffer.alloc(16, index % 2),
		}),
	);
}

function withPerson(distinctId: string, plan: string): NewEvent {
	const change = { set: { plan }, setOnce: { first: plan }, unset: [] };
	return {
		...newPageView({ timestamp: NOON, page: "/" }),
		event: "signed up",
		distinctId,
		properties: { plan, nothing: undefined, text: "\ud800 ü" },
		personChange: change,
		person: { change, merge: undefined },
		groups: [{ type: "company", key: "c1", set: { plan } }],
		visit: undefined,
	};
}

function totalViews({ database }: AnalyticsStore): unknown {
	const sql = `SELECT sum(views) AS views FROM roll_ups WHERE period = 1 AND dimension = ${DIMENSIONS.all}`;
	return database.prepare(sql).get()?.["views"];
}
