import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
	createSettings,
	readDeletedBefore,
} from "../../../../src/analytics/store/settings/settings.ts";
import { DAY_MS, dayOf, QUARTER_MS } from "../../../../src/analytics/store/totals/roll-up.ts";
import { NOON } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { newEvents, rawEvents } from "../../../support/raw-events.ts";
import { testStore } from "../../../support/test-store.ts";

const IDS = 9;

test("sightings are those of the stored events, whatever was written twice, erased or deleted by age", () => {
	const all = newEvents(rawEvents(dayOf(NOON) - 2, 3)).map((event, index) => ({
		...event,
		distinctId: `id-${index % IDS}`,
	}));
	const step = fc.oneof(
		fc.record({ from: fc.nat(all.length), count: fc.integer({ min: 1, max: 60 }) }),
		fc.record({ erased: fc.nat(IDS - 1) }),
		fc.record({ keptDays: fc.constantFrom(0.2, 0.9, 1.6) }),
	);
	fc.assert(
		fc.property(fc.array(step, { minLength: 4, maxLength: 10 }), (steps) => {
			const { store, path } = testStore();
			for (const one of steps) {
				if ("from" in one) store.writeBatch(all.slice(one.from, one.from + one.count), NOON);
				else if ("erased" in one) store.erasePerson(`id-${one.erased}`);
				else store.maintain({ retentionDays: one.keptDays, maxFileBytes: 1e12 }, NOON);
			}
			store.close();
			const file = openFile(path);
			const since = Math.max(readDeletedBefore(createSettings(file)), NOON - 9 * DAY_MS);
			const rows = (statement: string) =>
				file.prepare(`${statement} ORDER BY 1, 2`).all(Math.ceil(since / QUARTER_MS));

			expect(rows("SELECT bucket, distinct_id FROM sightings WHERE bucket >= ?")).toEqual(
				rows(`SELECT DISTINCT timestamp / ${QUARTER_MS} AS bucket, distinct_id FROM events
					WHERE session IS NOT NULL AND bucket >= ?`),
			);
		}),
		{ numRuns: 25 },
	);
});
