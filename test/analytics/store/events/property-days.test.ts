import fc from "fast-check";
import { expect, test } from "vitest";
import { preparePropertyDays } from "../../../../src/analytics/store/events/property-days.ts";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import { DAY_MS, dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { NOON, newPageView } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { testStore } from "../../../support/test-store.ts";

const TODAY = dayOf(NOON);

test("of each event's day, all of its properties are noted, in whatever batch it comes", () => {
	fc.assert(
		fc.property(
			fc.array(fc.array(fc.tuple(fc.nat(12), fc.array(fc.string()))), { maxLength: 4 }),
			(batches) => {
				const { store, path } = testStore();
				for (const batch of batches) {
					store.writeBatch(batch.map(([daysAgo, names]) => eventWith(names, daysAgo)));
				}
				const stored = store.events.page({
					...{ from: 0, to: NOON + DAY_MS, order: "oldest-first", limit: 1_000 },
				});
				store.close();

				const mayHave = preparePropertyDays(openFile(path), [TODAY - 12, TODAY]);
				for (const { timestamp, properties } of stored) {
					for (const name of Object.keys(properties)) {
						expect(mayHave(dayOf(timestamp), name)).toBe(true);
					}
				}
			},
		),
		{ numRuns: 20 },
	);
});

test("of what no event of a day has, hardly anything seems to be there", () => {
	const { store, path } = testStore();
	const names = Array.from({ length: 100 }, (_, index) => `$property_${index}`);
	store.writeBatch([eventWith(names, 0), eventWith(["elsewhere"], 1)]);
	store.close();

	const mayHave = preparePropertyDays(openFile(path), [TODAY - 1, TODAY]);

	expect(mayHave(TODAY, "elsewhere")).toBe(false);
	const others = Array.from({ length: 10_000 }, (_, index) => `other ${index}`);
	expect(others.filter((name) => mayHave(TODAY, name)).length).toBeLessThan(20);
});

test("what was rolled back is noted by the next event that has it", () => {
	const { store, path } = testStore();
	const broken = { ...eventWith(["late"], 0), receivedAt: "no number" } as unknown as NewEvent;
	expect(() => store.writeBatch([eventWith(["late"], 0), broken])).toThrow();

	store.writeBatch([eventWith(["late"], 0)]);
	store.close();

	expect(preparePropertyDays(openFile(path), [TODAY, TODAY])(TODAY, "late")).toBe(true);
});

function eventWith(names: readonly string[], daysAgo: number): NewEvent {
	const view = newPageView({ timestamp: NOON - daysAgo * DAY_MS, page: "/" });
	return { ...view, properties: Object.fromEntries(names.map((name) => [name, 1])) };
}
