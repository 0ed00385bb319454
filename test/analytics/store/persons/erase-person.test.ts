import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import { DAY_MS, dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { fileFigures } from "../../../support/file-figures.ts";
import { NOON, newPageView } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { newEvents, rawEvents } from "../../../support/raw-events.ts";
import { sealAll } from "../../../support/seal-all.ts";
import { testStore } from "../../../support/test-store.ts";

const NO_LIMITS = { retentionDays: 400, maxFileBytes: 1e12 };

test("the totals are what they would be if the person had never come", () => {
	const all = newEvents(rawEvents(dayOf(NOON) - 4, 3)).map((event, index) => ({
		...event,
		// Events of one visitor can be several persons', so that sessions lose their beginning, middle or end.
		distinctId: index % 3 === 0 ? "erased" : `other-${index % 7}`,
	}));
	const [{ store, path }, { store: reference, path: without }] = [testStore(), testStore()];
	for (let first = 0; first < all.length; first += 50) {
		store.writeBatch(all.slice(first, first + 50), NOON);
	}
	const others = all.filter(({ distinctId }) => distinctId !== "erased");
	reference.writeBatch(others, NOON);
	sealAll(store, dayOf(NOON));

	const erased = store.erasePerson("erased");

	expect(erased.events).toBe(all.length - others.length);
	expect(fileFigures(path)).toEqual(fileFigures(without));
	for (const one of [store, reference]) sealAll(one, dayOf(NOON));
	expect(totalsIn(path)).toEqual(totalsIn(without));
	const late = others.slice(0, 40).map((event) => ({ ...event, uuid: crypto.randomUUID() }));
	for (const one of [store, reference]) one.writeBatch(late, NOON);
	expect(fileFigures(path)).toEqual(fileFigures(without));
});

test("what only the person had is gone from the files, what others share is told as a total", () => {
	const { store, path } = testStore();
	store.writeBatch([
		eventOf("jo", "/only-jo", { event: "only jo's event", campaign: "only-jo-campaign" }),
		eventOf("jo", "/shared", { event: "shared event", campaign: "shared" }),
		eventOf("kim", "/shared", { event: "shared event", campaign: "shared" }),
	]);

	const erased = store.erasePerson("jo");

	expect(erased).toMatchObject({ distinctIds: ["jo"], events: 2, sessions: 2 });
	expect(erased.groups).toEqual([{ type: "company", key: "only-jo-group" }]);
	expect(erased.totals).toContainEqual({ dimension: "utm_campaign", value: "shared" });
	expect(erased.totals).toContainEqual({ dimension: "event", value: "shared event" });
	expect(JSON.stringify(erased.totals)).not.toContain("only");
	expect(store.groups.properties(0, "shared-group")).toEqual({ size: 2 });
	const bytes = [path, `${path}-wal`].map((file) => readFileSync(file, "latin1")).join("");
	expect(bytes).not.toMatch(/only.jo|jo-property/);
	expect(bytes).toContain("shared event");
});

test("what retention has left to totals alone stays counted", () => {
	const { store } = testStore();
	store.writeBatch([
		newPageView({ timestamp: NOON - 20 * DAY_MS, page: "/old", distinctId: "jo" }),
		newPageView({ timestamp: NOON, page: "/new", distinctId: "jo" }),
	]);
	store.maintain({ ...NO_LIMITS, retentionDays: 10 }, NOON);

	const erased = store.erasePerson("jo");

	const today = dayOf(NOON);
	expect(erased.events).toBe(1);
	expect(store.rollUps.totals({ from: today - 30, to: today }).views).toBe(1);
	expect(store.rollUps.totals({ from: today, to: today + 1 })).toMatchObject({
		views: 0,
		visitors: 0,
	});
});

function totalsIn(path: string): unknown {
	return openFile(path)
		.prepare(`
			SELECT period, dimension, bucket, text, views, visitors, sessions, bounces, duration_ms
			FROM roll_ups LEFT JOIN strings ON strings.id = value
			WHERE views OR visitors OR sessions OR bounces OR duration_ms
			ORDER BY period, dimension, bucket, text
		`)
		.all();
}

function eventOf(
	person: string,
	page: string,
	{ event, campaign }: { readonly event: string; readonly campaign: string },
): NewEvent {
	const view = newPageView({ timestamp: NOON, page });
	const visit = view.visit && { ...view.visit, traits: { utm_campaign: campaign } };
	const only = page === "/shared" ? "shared" : "only-jo";
	return {
		...view,
		event,
		distinctId: person,
		visit,
		properties: { ...view.properties, [`${only}-property`]: only },
		person: {
			change: { set: { [`${only}-set`]: only }, setOnce: {}, unset: [] },
			merge: undefined,
		},
		groups: [{ type: "company", key: `${only}-group`, set: { size: 2 } }],
	};
}
