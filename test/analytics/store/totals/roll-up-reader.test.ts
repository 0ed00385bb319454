import fc from "fast-check";
import { expect, test } from "vitest";
import {
	DAY_MS,
	dayOf,
	firstDayOfMonth,
	OTHER_VALUES,
	PERIODS,
} from "../../../../src/analytics/store/totals/roll-up.ts";
import { splitAtMonths } from "../../../../src/analytics/store/totals/roll-up-reader.ts";
import { newPageViews } from "../../../support/new-event.ts";
import { sealAll } from "../../../support/seal-all.ts";
import { testStore } from "../../../support/test-store.ts";

const day = fc.integer({ min: dayOf(Date.UTC(2020, 0)), max: dayOf(Date.UTC(2030, 0)) });

test("months and days together cover every day of a range once", () => {
	fc.assert(
		fc.property(day, fc.nat(800), (from, length) => {
			const covered = splitAtMonths({ from, to: from + length }).flatMap(daysOf);
			expect(covered).toEqual(Array.from({ length }, (_, index) => from + index));
		}),
	);
});

test("totals of any range are those of its days", () => {
	const { store } = testStore();
	const first = dayOf(Date.UTC(2025, 0, 20));
	const views = newPageViews(120, (index) => ({
		timestamp: (first + index) * DAY_MS,
		page: `/${index % 3}`,
	}));
	// Sealed days, days that have changed since, and days without totals.
	const isLate = (index: number): boolean => index % 7 === 3 || index > 100;
	store.writeBatch(views.filter((_, index) => !isLate(index)));
	sealAll(store, first + 90);
	store.writeBatch(views.filter((_, index) => isLate(index)));

	fc.assert(
		fc.property(fc.nat(120), fc.nat(120), (start, end) => {
			const [from, to] = [first + Math.min(start, end), first + Math.max(start, end)];
			expect(store.rollUps.totals({ from, to })).toMatchObject({
				views: to - from,
				visitors: to - from,
			});
			const pages = store.rollUps.breakdown("page", { from, to });
			expect([...pages.values()].reduce((sum, { views }) => sum + views, 0)).toBe(to - from);
		}),
		{ numRuns: 50 },
	);
});

test("made-up values beyond the limit of a day are counted together", () => {
	const { store } = testStore();
	const limit = 10_000;
	const made = newPageViews(limit + 50, (index) => ({
		timestamp: 0,
		page: `/made-up-${index}`,
	}));
	store.writeBatch(made);

	const range = { from: 0, to: 1 };
	const pages = store.rollUps.breakdown("page", range);

	expect(pages.size).toBe(limit + 1);
	expect(pages.get(OTHER_VALUES)).toMatchObject({ views: 50 });
	expect(store.rollUps.totals(range)).toMatchObject({ views: made.length });
});

function daysOf({ period, from, to }: { period: number; from: number; to: number }): number[] {
	const [first, end] =
		period === PERIODS.month ? [firstDayOfMonth(from), firstDayOfMonth(to)] : [from, to];
	return Array.from({ length: end - first }, (_, index) => first + index);
}
