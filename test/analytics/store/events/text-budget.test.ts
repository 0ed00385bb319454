import { expect, test } from "vitest";
import type { AnalyticsStore } from "../../../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import { DAY_MS } from "../../../../src/analytics/store/totals/roll-up.ts";
import { NOON, newPageView, newPageViews } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { testStore } from "../../../support/test-store.ts";

/** What a day has room for, in texts of some length. */
const LENGTH = 5_000;
const ROOM = 10_000_000 / LENGTH;

test("invented event names above a day's share are kept with their events, and counted as one", () => {
	const { store, path } = testStore();
	const names = Array.from({ length: ROOM + 200 }, (_, index) => longText("name", index));

	store.writeBatch(names.map((name) => eventNamed(name)));

	expect(storedNames(store)).toEqual(new Set(names));
	expect(textsIn(path)).toBeLessThan(ROOM + 10);
	expect(store.status().refusedTexts).toBeGreaterThanOrEqual(200);
	const counted = openFile(path)
		.prepare(
			"SELECT count(*) AS count FROM events JOIN strings ON strings.id = name WHERE text = '(other)'",
		)
		.get();
	expect(Number(counted?.["count"])).toBeGreaterThanOrEqual(200);
});

test("times that a sender makes up bring no room of their own", () => {
	const { store, path } = testStore();
	const views = newPageViews(ROOM * 2, (index) => ({
		timestamp: NOON - (index % 100) * DAY_MS,
		page: longText("/page", index),
	}));

	store.writeBatch(views, NOON);

	// Sessions keep no page of their own, and templates are few: it is all pages.
	expect(textsIn(path)).toBeLessThan(ROOM + 20);
});

test("the next day has room again", () => {
	const { store } = testStore();
	const names = Array.from({ length: ROOM + 1 }, (_, index) => longText("first", index));
	store.writeBatch(names.map((name) => eventNamed(name)));
	const before = store.status().refusedTexts;

	store.writeBatch([eventNamed("signed up")], NOON + DAY_MS);

	expect(before).toBeGreaterThan(0);
	expect(store.status().refusedTexts).toBe(before);
});

function eventNamed(event: string): NewEvent {
	const { visit: _, ...view } = newPageView();
	return { ...view, event, visit: undefined };
}

function longText(start: string, index: number): string {
	return `${start}${index}`.padEnd(LENGTH, "x");
}

function storedNames({ events }: AnalyticsStore): ReadonlySet<string> {
	const range = { from: 0, to: 1e15, order: "oldest-first", limit: 10_000 } as const;
	return new Set(events.page(range).map(({ event }) => event));
}

function textsIn(path: string): number {
	return Number(openFile(path).prepare("SELECT count(*) AS count FROM strings").get()?.["count"]);
}
