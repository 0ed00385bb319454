import fc from "fast-check";
import { expect, test } from "vitest";
import { DamagedFileError } from "../../../../src/analytics/store/database/damage.ts";
import { parseProperties } from "../../../../src/analytics/store/events/parse-properties.ts";
import { newPageView } from "../../../support/new-event.ts";
import { testStore } from "../../../support/test-store.ts";

test("properties come out of the store as they went in", () => {
	const { store } = testStore();
	const properties = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue());

	fc.assert(
		fc.property(properties, (record) => {
			// The gate takes texts and keys out that are private.
			const passed = store.gate.properties(JSON.parse(JSON.stringify(record)));
			const view = { ...newPageView(), properties: passed };
			store.writeBatch([view]);
			expect(JSON.stringify(store.events.find(view.uuid)?.properties)).toBe(JSON.stringify(passed));
		}),
		{ numRuns: 50 },
	);
});

test("a column that is not JSON is damage", () => {
	expect(() => parseProperties('{"a":')).toThrow(DamagedFileError);
});
