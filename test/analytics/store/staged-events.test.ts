import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { AnalyticsStore } from "../../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../../src/analytics/store/new-event.ts";
import { openStore } from "../../../src/analytics/store/open-store.ts";
import { DIMENSIONS } from "../../../src/analytics/store/roll-up.ts";
import { packStaged } from "../../../src/analytics/store/staged-format.ts";
import { storedEvents, temporaryFolder } from "../../support/analytics-service.ts";
import { newPageView } from "../../support/new-event.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

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
	expect(later.events.count()).toBe(3);
	expect(later.database.prepare("SELECT * FROM staged_events").all()).toEqual([]);
	later.close();
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
