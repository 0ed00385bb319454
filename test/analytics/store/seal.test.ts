import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnalyticsStore } from "../../../src/analytics/store/analytics-store.ts";
import { openStore } from "../../../src/analytics/store/open-store.ts";
import { createSeal } from "../../../src/analytics/store/seal.ts";
import { DAY_MS, dayOf } from "../../../src/analytics/store/visits/roll-up.ts";
import { temporaryFolder } from "../../support/analytics-service.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const TODAY = dayOf(NOW);
const LIMITS = { retentionDays: 400, maxFileBytes: 1e12 };

test("what was sealed opens as it was, and shows nothing before", () => {
	const seal = createSeal(newStore().salts);
	const bytes = fc.uint8Array({ maxLength: 2_000 });

	fc.assert(
		fc.property(fc.array(bytes, { maxLength: 3 }), (pieces) => {
			const sealed = seal.close(TODAY, pieces);

			expect(seal.open(TODAY, sealed)).toEqual(Buffer.concat(pieces));
		}),
	);
	const sealed = Buffer.from(seal.close(TODAY, [Buffer.from("203.0.113.7 ".repeat(9))]));
	expect(sealed.toString("latin1")).not.toContain("203.0.113.7");
});

test("one bit of it that is another, or too few bytes, and it does not open", () => {
	const seal = createSeal(newStore().salts);
	const sealed = seal.close(TODAY, [Buffer.from("events of a batch")]);

	for (let index = 0; index < sealed.length; index += 1) {
		const altered = Uint8Array.from(sealed);
		altered[index] = (altered[index] ?? 0) ^ 1;
		expect(seal.open(TODAY, altered), `byte ${index}`).toBeUndefined();
		expect(seal.open(TODAY, sealed.slice(0, index)), `cut at ${index}`).toBeUndefined();
	}
});

test("once its day's salt is destroyed it never opens again", () => {
	const store = newStore();
	const seal = createSeal(store.salts);
	const sealed = seal.close(TODAY, [Buffer.from("events of a batch")]);

	store.maintain(LIMITS, NOW + 2 * DAY_MS);

	expect(seal.open(TODAY, sealed)).toBeUndefined();
	// Nor does asking make another salt in its place.
	expect(store.salts.find(TODAY)).toBeUndefined();
});

function newStore(): AnalyticsStore {
	return openStore(join(temporaryFolder(), "events.sqlite"), NOW);
}
